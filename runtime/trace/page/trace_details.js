// What is known of one part, of a change, or of the context itself.
function pairs(list) {
  const dl = el("dl");
  for (const [name, value] of list) {
    if (value === undefined || value === "" || value === null) continue;
    dl.append(el("dt", "", name), el("dd", "", begin(String(value), 2000)));
  }
  return dl;
}

// textBox shows a text, long ones piece by piece: a megabyte in one box is slow to set out.
function textBox(name, text, step = 20000) {
  const box = el("div");
  const pre = el("pre");
  const more = button("", () => show(shown + step * 4));
  let shown = 0;
  const show = (upto) => {
    shown = Math.min(text.length, upto);
    if (shown < text.length && /[\ud800-\udbff]/.test(text[shown - 1])) shown--;
    put(pre, text.slice(0, shown), true);
    more.textContent = "More: " + shown + " of " + text.length + " characters are shown";
    more.hidden = shown >= text.length;
  };
  pre.tabIndex = 0;
  pre.setAttribute("role", "region");
  pre.setAttribute("aria-label", name);
  show(step);
  box.append(pre, more);
  return box;
}

// readersOf lists the contexts that read a source.
let readers;
function readersOf(i) {
  if (!readers) {
    readers = data.sources.map(() => []);
    data.contexts.forEach((c, k) => c.read.forEach((j) => readers[j].push(k)));
  }
  return readers[i];
}

function sourceBox(i, go) {
  const s = data.sources[i];
  const box = el("div", "source");
  if (s.kind === "event") box.append(el("p", "", "event #" + s.seq + (s.type ? " \u00b7 " + s.type : "")));
  else box.append(el("p", "line", sourceLine({ ...s, seq: 0, type: "" })));
  box.append(pairs([
    ["event", s.event && (s.kind === "event" || !s.seq ? s.event : "#" + s.seq + "  " + s.event)],
    ["type", s.kind === "event" ? "" : s.type],
    ["at", s.at],
    ["attributes", s.attributes],
    ["index", s.index],
  ]));
  const by = readersOf(i);
  box.append(el("p", "soft", "read by " + many(by.length, "context") + " of this page"));
  const more = el("div", "more");
  for (const k of by.slice(0, 12)) more.append(button(begin(data.contexts[k].role, 30) + " at " + data.contexts[k].position, () => go(k)));
  if (by.length > 12) more.append(el("span", "soft", "and " + (by.length - 12) + " more"));
  box.append(more);
  return box;
}

function partDetails(p, now, go) {
  const fate = now.error ? "s" : now.fates[p.place];
  const cut = now.cuts.get(p.place);
  const out = [el("h2", "", "Part " + begin(p.slot, 200))];
  out.push(pairs([
    ["register", p.register],
    ["rank", p.rank || 0],
    ["section", p.section],
    ["counted", p.count || undefined],
    ["became", fates[fate]],
    ["why", fate === "s" ? p.reason : fate === "t" && cut ? (cut.fallback ? "its fallback stands in its place" : cut.omitted + " omitted") + (cut.whole ? ", " + cut.whole + " whole" : "") + ", " + cut.kept + " kept" : ""],
  ]));
  out.push(el("h3", "", "Text"), textBox("Text of the part", textOf(p.text)));
  out.push(el("h3", "", "Sources"));
  if (!p.sources?.length) out.push(el("p", "soft", "It cites nothing."));
  for (const i of p.sources || []) out.push(sourceBox(i, go));
  $("details").replaceChildren(...out);
  $("details").scrollTop = 0;
}

function contextDetails(c, go) {
  const out = [el("h2", "", "Context")];
  out.push(pairs([
    ["role", c.role], ["position", c.position], ["recorded", "#" + c.seq + ", " + c.at], ["id", c.id], ["assembler", c.assembler],
    ["counter", c.counter || "none: it had no budget"], ["total", c.total || undefined], ["used", c.counter ? c.used : undefined], ["layout", c.layout],
    ["closed grant", c.grant], ["prompt's hash", c.rendered], ["prefix's hash", c.prefix_hash], ["pin", c.pin],
  ]));
  if (c.notes?.length) {
    out.push(el("h3", "", "Notes"));
    for (const n of c.notes) out.push(el("p", "note", begin(n, 2000)));
  }
  out.push(el("h3", "", "Given"), textBox("What was given", textOf(c.input)));
  out.push(el("h3", "", "Read: " + many(c.read.length, "source")));
  for (const i of c.read.slice(0, 30)) out.push(sourceBox(i, go));
  if (c.read.length > 30) out.push(el("p", "soft", "and " + (c.read.length - 30) + " more: they stand with the parts that cite them"));
  $("details").replaceChildren(...out);
  $("details").scrollTop = 0;
}

function changeDetails(change) {
  const sides = el("div", "sides");
  for (const [name, p] of [["Base", change.a], ["This", change.b]]) {
    const side = el("div");
    side.append(el("h3", "", name));
    if (p) side.append(pairs([["register", p.register], ["section", p.section], ["counted", p.count || undefined]]), textBox(name + ": text of the part", textOf(p.text)));
    else side.append(el("p", "soft", "not in the prompt"));
    sides.append(side);
  }
  $("details").replaceChildren(el("h2", "", "Part " + begin((change.a || change.b).slot, 200)), pairs([["became", changeName(change)], ["why", change.why]]), sides);
  $("details").scrollTop = 0;
}
