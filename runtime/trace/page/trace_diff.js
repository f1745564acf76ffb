// What became of the parts between two contexts: the same rule as `grantlog trace diff`, and the tests hold the two together.
function keyOf(s) {
  switch (s.kind) {
    case "belief":
    case "memory":
      return s.kind + " " + (s.scope || "") + " " + s.name;
    case "event":
      return "event " + s.event;
    default:
      return s.kind + " " + s.name;
  }
}

function keyed(c) {
  const out = { order: [], kept: new Map(), shed: new Map() };
  const times = new Map();
  for (const p of c.parts) {
    const bare = p.slot + (p.sources || []).map((i) => "\0" + keyOf(data.sources[i])).join("");
    const counted = (p.shed ? "s" : "k") + bare;
    const n = (times.get(counted) || 0) + 1;
    times.set(counted, n);
    const key = bare + " #" + n;
    if (p.shed) out.shed.set(key, p);
    else {
      out.order.push(key);
      out.kept.set(key, p);
    }
  }
  return out;
}

function compare(a, b) {
  const x = keyed(a);
  const y = keyed(b);
  const places = new Map(y.order.map((k, i) => [k, i]));
  const gone = [];
  const same = [];
  for (const k of x.order) {
    const p = x.kept.get(k);
    const q = y.kept.get(k);
    if (q) same.push({ a: p, b: q, at: places.get(k) });
    else gone.push({ kind: "out", a: p, why: because("shed", y.shed.get(k)) });
  }
  const came = y.order.filter((k) => !x.kept.has(k)).map((k) => ({ kind: "in", b: y.kept.get(k), why: because("was shed", x.shed.get(k)) }));
  const changes = [...came, ...gone];
  const counted = a.counter && a.counter === b.counter;
  const over = overtaken(same);
  same.forEach((s, i) => {
    const why = movedHow(s, over[i]);
    if (why) changes.push({ kind: "moved", a: s.a, b: s.b, why });
    const by = grownBy(s, counted);
    if (by !== undefined) changes.push({ kind: by > 0 ? "grew" : by < 0 ? "shrank" : "changed", a: s.a, b: s.b, delta: Math.abs(by) });
  });
  return changes;
}

const because = (what, p) => (p ? what + (p.reason ? ": " + p.reason : "") : "");

function movedHow(s, over) {
  if ((s.a.section || "") !== (s.b.section || "")) return "from section " + (s.a.section || "") + " to " + (s.b.section || "");
  if (s.a.register !== s.b.register) return "from " + s.a.register + " to " + s.b.register;
  return over ? "stands elsewhere among the others" : "";
}

function grownBy(s, counted) {
  if (s.a.text === s.b.text) return undefined;
  if (counted) return (s.b.count || 0) - (s.a.count || 0);
  return [...textOf(s.b.text)].length - [...textOf(s.a.text)].length;
}

// overtaken says which must move to come in the order of the second; as few as can be.
function overtaken(same) {
  const out = same.map((s) => (s.a.section || "") === (s.b.section || "") && s.a.register === s.b.register);
  const ends = [];
  const before = new Array(same.length).fill(-1);
  same.forEach((s, i) => {
    if (!out[i]) return;
    let lo = 0;
    let hi = ends.length;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (same[ends[mid]].at < s.at) lo = mid + 1;
      else hi = mid;
    }
    before[i] = lo > 0 ? ends[lo - 1] : -1;
    ends[lo] = i;
  });
  for (let i = ends.length ? ends[ends.length - 1] : -1; i >= 0; i = before[i]) out[i] = false;
  return out;
}

const changeName = (c) => ({ in: "came in", out: "went out", moved: "moved", grew: "grew by " + c.delta, shrank: "shrank by " + c.delta, changed: "changed" })[c.kind];

function drawChange(row, c) {
  row.classList.add("change");
  row.dataset.kind = c.kind;
  const badge = { in: "in", out: "out" }[c.kind] || "cut";
  const sides = [c.a, c.b].map((p) => {
    const side = el("div", "side");
    const words = el("div", "words line", p ? begin(textOf(p.text)) : "");
    words.dir = "auto";
    if (p) side.append(el("div", "soft line", begin(p.slot, 80) + " · " + begin(p.register, 80)), words);
    else side.append(el("div", "soft line", begin(c.why || "\u2014")));
    return side;
  });
  row.append(el("span", "badge " + badge, { in: "in", out: "out", moved: "moved", grew: "+" + c.delta, shrank: "\u2212" + c.delta, changed: "changed" }[c.kind]), ...sides);
  row.title = begin(changeName(c) + (c.why ? ": " + plain(c.why) : ""), 300);
}
