// The page itself: what is chosen, and what follows from it.
const state = { started: false, chosen: 0, context: -1, base: -1, comparing: false, total: -1, now: null, items: [], changes: [], listed: data.contexts.map((_, i) => i) };
const search = new Search(found);
const contexts = new List("contexts", 48, drawContext, (row) => choose(state.listed[row]));
const parts = new List("parts", 30, drawRow, chosenRow);

// partsOf counts a context's parts: those in the prompt, and those that were shed.
function partsOf(c) {
  const shed = c.parts.length - c.kept;
  return many(c.kept, "part") + (shed ? ", " + shed + " shed" : "");
}

function drawContext(row, k) {
  const i = state.listed[k];
  const c = data.contexts[i];
  row.classList.add("context");
  if (i === state.base) row.classList.add("base");
  const who = el("div", "titled");
  who.append(nameOf(c.role, "who"), el("span", "", "\u00a0at " + c.position));
  row.append(who, el("div", "soft line", partsOf(c) + (c.counter ? " · " + (c.used || 0) + "/" + (c.total || 0) : "") + " · #" + c.seq));
  row.title = plain(begin(c.role, 200)) + "\n" + c.at;
  if (c.counter) {
    const meter = el("div", "meter");
    const fill = el("i");
    fill.style.width = Math.min(100, (100 * (c.used || 0)) / Math.max(1, c.total || 0)) + "%";
    meter.append(fill);
    row.append(meter);
  }
}

function drawRow(row, i) {
  if (state.comparing) drawChange(row, state.changes[i]);
  else drawPart(row, state.items[i], state.now, search);
}

function chosenRow(i) {
  if (state.comparing) changeDetails(state.changes[i]);
  else if (state.items[i].part) partDetails(state.items[i].part, state.now, choose);
}

// choose shows a context.
function choose(i) {
  const row = state.listed.indexOf(i);
  if (row < 0) {
    state.listed = data.contexts.map((_, k) => k);
    contexts.set(state.listed.length);
    return choose(i);
  }
  if (contexts.at !== row) contexts.select(row, true);
  state.context = i;
  state.total = -1;
  if (state.started) address(i);
  const c = data.contexts[i];
  state.now = recorded(c);
  state.items = itemsOf(c);
  put($("head"), "");
  $("head").append(el("div", "line", begin(c.role, 120) + " at " + c.position), el("div", "soft line", partsOf(c) + " · " + begin(c.assembler, 200) + " · " + c.at));
  if (!c.parts.length) $("head").append(el("p", "soft", "It has no parts: the assembler put nothing into the prompt."));
  slider(c);
  drawBars(c, state.now);
  drawTimeline(i);
  showParts();
  const mine = ++state.chosen;
  const details = () => {
    if (mine === state.chosen && parts.at < 0) contextDetails(c, choose);
  };
  if (state.started) setTimeout(details);
  else details();
}

function showParts() {
  const c = data.contexts[state.context];
  const b = state.comparing ? data.contexts[base()] : undefined;
  parts.height = b ? 46 : 30;
  state.comparing = b !== undefined;
  $("parts").setAttribute("aria-label", b ? "Changes from the base to this context" : "Parts of the context, as in the prompt");
  if (b) {
    state.changes = compare(b, c);
    parts.set(state.changes.length);
  } else {
    parts.set(state.items.length, (i) => state.items[i].part === undefined);
    const first = search.empty ? -1 : state.items.findIndex((item) => item.part && search.part(item.part));
    if (first >= 0) parts.reveal(first);
  }
  tell();
  drawCompare(b);
}

// tell says what is shown of all parts, also of those that no row shows, for whoever drives the page.
function tell() {
  $("parts").fates = state.now.error ? "" : state.now.fates.join("");
  $("parts").changes = !state.comparing ? [] : state.changes.map((c) => ({ kind: c.kind, a: c.a?.place ?? -1, b: c.b?.place ?? -1, why: c.why || "", delta: c.delta || 0 }));
}

// base is the context that this one is compared with: the chosen one, else the same role's before it.
function base() {
  if (state.base >= 0 && state.base !== state.context) return state.base;
  for (let i = state.context - 1; i >= 0; i--) if (data.contexts[i].role === data.contexts[state.context].role) return i;
  return -1;
}

function drawCompare(b) {
  const out = [button(state.comparing ? "Back to the parts (d)" : "Compare (d)", toggleCompare), button("Take as base (b)", takeBase)];
  if (b) out.push(el("span", "soft", "base: " + begin(b.role, 60) + " at " + b.position + ", #" + b.seq + " · " + many(state.changes.length, "change")));
  else if (base() < 0) out[0].disabled = true;
  $("compare").replaceChildren(...out);
}

function toggleCompare() {
  if (base() < 0) return;
  state.comparing = !state.comparing;
  showParts();
}

function takeBase() {
  state.base = state.base === state.context ? -1 : state.context;
  contexts.redraw();
  showParts();
}

function slider(c) {
  const has = c.sweep?.totals.length > 1;
  $("total").disabled = $("as-recorded").disabled = !has;
  $("total").max = has ? c.sweep.totals.length - 1 : 0;
  $("total").value = has ? c.sweep.recorded : 0;
  $("slider").title = has ? "What Assemble makes of the same parts at other totals" : "";
  outcome(c);
}

function outcome(c) {
  const now = state.now;
  const n = { k: 0, t: 0, s: 0 };
  for (const f of now.fates) n[f]++;
  const says = now.error
    ? "at " + now.total + ": " + now.error
    : c.sweep
      ? "at " + now.total + ": " + now.used + " used, " + n.k + " whole, " + n.t + " cut, " + n.s + " shed"
      : c.no_sweep || data.no_slider || "";
  put($("outcome"), begin(says, 300));
  $("outcome").title = plain(begin(says, 2000));
  $("outcome").classList.toggle("bad", now.error !== "");
  $("total").setAttribute("aria-valuetext", plain(begin(says, 300)));
}

// toTotal moves the slider. What is shown was worked out when the page was made.
function toTotal(k) {
  const c = data.contexts[state.context];
  state.total = k;
  state.now = k < 0 || k === c.sweep.recorded ? recorded(c) : swept(c, k);
  if (k < 0) $("total").value = c.sweep.recorded;
  outcome(c);
  drawBars(c, state.now);
  tell();
  if (!state.comparing) parts.redraw();
}

function found(list, n) {
  put($("found"), search.empty ? "" : many(n, "part") + " in " + many(list.length, "context"));
  state.listed = search.empty ? data.contexts.map((_, i) => i) : list;
  contexts.set(state.listed.length);
  const row = state.listed.indexOf(state.context);
  if (row >= 0) contexts.select(row, true);
  else if (state.listed.length) return choose(state.listed[0]);
  showParts();
}

const keys = [
  ["/", "search", () => $("query").focus()],
  ["c", "to the contexts", () => $("contexts").focus()],
  ["p", "to the parts", () => $("parts").focus()],
  ["d", "compare with the base, or back", toggleCompare],
  ["b", "take this context as the base", takeBase],
  ["[", "the context before", () => contexts.step(-1)],
  ["]", "the context after", () => contexts.step(1)],
  ["i", "about the context", () => contextDetails(data.contexts[state.context], choose)],
  ["+", "timeline: closer", () => $("zoom-in").click()],
  ["-", "timeline: further away", () => $("zoom-out").click()],
  ["0", "timeline: the whole log", () => $("zoom-all").click()],
  ["t", "dark or light", theme],
  ["?", "these keys", help],
];

function theme() {
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
  drawTimeline(state.context);
}

function help() {
  $("help").showModal();
}

// start draws a page of many contexts or parts piece by piece, so that no piece keeps the browser long. Others are there when the page has
// loaded: a timer or a frame may never come in a page that nobody looks at, and a picture of it would be blank.
async function start() {
  const large = data.contexts.length > 200 || data.contexts.reduce((n, c) => n + c.parts.length, 0) > 2000;
  const pause = () => (large ? new Promise((go) => setTimeout(go)) : undefined);
  await pause();
  put($("name"), begin(data.name, 120));
  document.title = plain("Trace of " + begin(data.name, 120));
  put($("about"), many(data.contexts.length, "context") + (data.left ? " (" + data.left + " older ones are not in this page)" : "") + " · the log ends at " + data.last);
  for (const c of data.contexts) c.kept = c.parts.filter((p) => !p.shed).length;
  for (const [k, what] of [["\u2191 \u2193 or j k", "go through a list"], ...keys]) {
    const dt = el("dt");
    dt.append(el("kbd", "", k));
    $("help-keys").append(dt, el("dd", "", what));
  }
  $("search").addEventListener("submit", (e) => e.preventDefault());
  let later;
  $("query").addEventListener("input", () => {
    clearTimeout(later);
    later = setTimeout(() => search.for($("query").value.trim()), 120);
  });
  $("query").addEventListener("keydown", (e) => {
    if (e.key === "Escape") e.target.blur();
    if (e.key === "Enter") $("parts").focus();
  });
  $("theme").addEventListener("click", theme);
  $("keys").addEventListener("click", help);
  $("total").addEventListener("input", (e) => toTotal(Number(e.target.value)));
  $("as-recorded").addEventListener("click", () => toTotal(-1));
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.matches("input[type=search]") || $("help").open) return;
    const known = keys.find(([k]) => k === e.key);
    if (!known || state.context < 0) return;
    e.preventDefault();
    known[2]();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => drawTimeline(state.context));
  await pause();
  startTimeline(choose, () => state.context);
  await pause();
  contexts.set(state.listed.length);
  await pause();
  if (data.contexts.length) {
    if (!follow()) choose(data.contexts.length - 1);
    state.started = true;
    addEventListener("hashchange", follow);
  } else {
    const none = el("p", "none", "No context is recorded on this log, or none that the page was asked for. An application records one with trace.Record.");
    $("middle").replaceChildren(none);
    $("left").hidden = $("details").hidden = true;
    document.body.classList.add("empty");
    drawTimeline(-1);
  }
}

start();
