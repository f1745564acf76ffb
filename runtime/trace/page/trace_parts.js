// The parts of one context as they stand in the prompt, with the bars of its sections, and the slider over other totals.
const headings = { binding: "Must hold", considered: "Consider", craft: "Craft", generated: "Summarised (advisory prose, not canon)" };
const registers = Object.keys(headings);
const fates = { k: "kept", t: "trimmed", s: "shed" };

// recorded is what became of each part, by its place among all: k, t or s, and how it was cut.
function recorded(c) {
  const out = { fates: new Array(c.parts.length), cuts: new Map() };
  for (const p of c.parts) {
    out.fates[p.place] = p.shed ? "s" : p.cut ? "t" : "k";
    if (p.cut) out.cuts.set(p.place, p.cut);
  }
  return { ...out, total: c.total || 0, used: c.used || 0, sections: c.sections || [], error: "" };
}

// swept is the k-th total of the slider: what Assemble made of it, put together from the steps up to there.
function swept(c, k) {
  const f = new Array(c.parts.length).fill("k");
  const cuts = new Map();
  for (const o of c.sweep.totals.slice(0, k + 1)) {
    if (o.error) continue;
    for (const place of o.flips || []) f[place] = f[place] === "s" ? "k" : "s";
    for (const place of o.whole || []) cuts.delete(place);
    for (const [place, kept, omitted, fallback] of o.cuts || []) cuts.set(place, { kept, omitted, fallback: fallback === 1 });
  }
  for (const place of cuts.keys()) if (f[place] === "k") f[place] = "t";
  const o = c.sweep.totals[k];
  return { fates: f, cuts, total: o.total, used: o.used || 0, sections: o.sections || [], error: o.error || "" };
}

// itemsOf is the rows: headings, and the parts under them.
function itemsOf(c) {
  const items = [];
  let section, register;
  for (const part of c.parts) {
    if ((part.section || "") !== section || part.register !== register) {
      section = part.section || "";
      register = part.register;
      items.push({ head: (section ? "Section " + section + " \u00b7 " : "") + (headings[register] || register) });
    }
    items.push({ part });
  }
  return items;
}

function sourceLine(s) {
  const where = s.seq ? " #" + s.seq : "";
  return s.kind + " " + begin(s.name) + (s.scope ? " in " + begin(s.scope) : "") + (s.version ? ", version " + begin(s.version) : "") + where + (s.type ? " (" + begin(s.type) + ")" : "");
}

function drawPart(row, item, now, marks) {
  if (item.head !== undefined) {
    row.classList.add("head");
    put(row, begin(item.head));
    return;
  }
  const p = item.part;
  const fate = now.error ? "s" : now.fates[p.place];
  const cut = now.cuts.get(p.place);
  row.classList.add("part", registers.includes(p.register) ? p.register : "generated");
  if (fate === "s") row.classList.add("shed");
  if (marks.has(p.text) || (p.sources || []).some((i) => marks.source(i))) row.classList.add("found");
  row.dataset.place = p.place;
  row.dataset.fate = fate;
  const words = el("span", "words line", begin(textOf(p.text)));
  words.dir = "auto";
  const count = el("span", "count", p.count ? String(cut?.kept ?? p.count) : "");
  if (fate === "s") count.append(el("span", "badge shed", "shed"));
  if (fate === "t") count.append(el("span", "badge cut", cut?.fallback ? "fallback" : "cut"));
  row.append(el("span", "mark"), el("span", "letter", p.register.slice(0, 2)), el("span", "slot line", begin(p.slot, 80)), words, count);
  const why = fate === "s" ? "shed" + (p.reason ? ": " + plain(p.reason) : "") + "\n" : fate === "t" && cut?.omitted ? cut.omitted + " tokens omitted\n" : "";
  const cites = (p.sources || []).slice(0, 8).map((i) => plain(sourceLine(data.sources[i])));
  row.title = begin(why + p.register + ", " + fates[fate] + "\n" + cites.join("\n"), 900);
}

// drawBars shows how full each section is, with its cap; without a layout, each register against the total.
function drawBars(c, now) {
  const bars = [];
  if (now.error) {
    bars.push(el("p", "soft", begin(now.error, 600)));
  } else if (now.sections.length) {
    const widest = Math.max(1, ...now.sections.map((s) => Math.max(s.budget, s.used)));
    for (const s of now.sections) {
      const gone = [s.shed && s.shed + " shed", s.trimmed && s.trimmed + " cut", s.notice && "notice"].filter(Boolean).join(", ");
      bars.push(bar(s.name, [["", s.used]], s.budget, widest, s.used + " of " + s.budget + (gone ? " · " + gone : "")));
      const about = [s.owner && "owner: " + begin(s.owner), s.fresh && "fresh: " + begin(s.fresh)].filter(Boolean).join(", ");
      if (about) bars.at(-1).firstChild.title = plain(about);
    }
  } else if (c.counter) {
    const sums = {};
    for (const p of c.parts) {
      if (now.fates[p.place] !== "s") sums[p.register] = (sums[p.register] || 0) + (now.cuts.get(p.place)?.kept ?? p.count ?? 0);
    }
    const widest = Math.max(1, now.total, now.used, c.total);
    bars.push(bar("all", registers.filter((r) => sums[r]).map((r) => [r, sums[r]]), now.total, widest, now.used + " of " + now.total + " · " + begin(c.counter, 60)));
  }
  $("bars").replaceChildren(...bars);
}

function bar(name, pieces, cap, widest, says) {
  const row = el("div", "bar");
  const track = el("div", "track");
  for (const [register, n] of pieces) {
    const piece = el("i", register);
    piece.style.width = (100 * n) / widest + "%";
    track.append(piece);
  }
  const rest = el("div", "cap");
  rest.style.left = Math.min(100, (100 * cap) / widest) + "%";
  track.append(rest);
  row.append(el("span", "line", begin(name, 80)), track, el("span", "of", says));
  row.querySelector(".of").title = plain(says);
  return row;
}
