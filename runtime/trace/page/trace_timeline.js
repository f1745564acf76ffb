// The timeline: a lane a role, a tick a context where it read. Ticks that fall on one another are drawn as one, and said to be several.
// Where there are more members than can be looked at, a lane is a role.
const crowded = new Set(data.contexts.map((c) => c.role)).size > 60;
const laneName = (c) => (crowded ? c.role.split("@")[0] : c.role);
const lanes = {
  names: [...new Set(data.contexts.map(laneName))].sort(),
  from: 0,
  to: Math.max(1, data.last),
  row: 20,
  left: 0,
};
const laneOf = new Map(lanes.names.map((name, i) => [name, i]));

// resolved asks the browser what a colour of the style comes to: a canvas takes no light-dark().
function resolved(name) {
  const probe = el("i");
  probe.style.color = "var(--" + name + ")";
  document.body.append(probe);
  const c = getComputedStyle(probe).color;
  probe.remove();
  return c;
}

function canvas(id, height) {
  const c = $(id);
  const width = c.parentElement.clientWidth - (id === "axis" ? parseFloat(getComputedStyle(c.parentElement).paddingLeft) * 2 : 0);
  const scale = window.devicePixelRatio || 1;
  c.style.height = height + "px";
  c.width = Math.max(1, Math.round(width * scale));
  c.height = Math.round(height * scale);
  const g = c.getContext("2d");
  g.scale(scale, scale);
  return { g, width };
}

const xOf = (position, width) => lanes.left + ((position - lanes.from) / (lanes.to - lanes.from)) * (width - lanes.left - 12);

function drawTimeline(chosen) {
  lanes.left = $("labels").offsetWidth;
  const { g, width } = canvas("ticks", Math.max(1, lanes.names.length) * lanes.row);
  const [line, ink, pick, soft] = ["line", "ink", "focus", "soft"].map(resolved);
  g.fillStyle = line;
  lanes.names.forEach((_, i) => g.fillRect(lanes.left, i * lanes.row + lanes.row / 2, width - lanes.left - 12, 1));
  g.fillStyle = ink;
  g.globalAlpha = 0.55;
  lanes.seen = new Map();
  data.contexts.forEach((c, i) => {
    if (c.position < lanes.from || c.position > lanes.to) return;
    const x = Math.round(xOf(c.position, width));
    const lane = laneOf.get(laneName(c));
    const key = lane * 1e6 + x;
    const here = lanes.seen.get(key);
    if (here) {
      here.push(i);
      return;
    }
    lanes.seen.set(key, [i]);
    g.fillRect(x - 1, lane * lanes.row + 4, 2.5, lanes.row - 8);
  });
  g.globalAlpha = 1;
  const c = data.contexts[chosen];
  if (c && c.position >= lanes.from && c.position <= lanes.to) {
    g.fillStyle = pick;
    g.fillRect(xOf(c.position, width) - 2, laneOf.get(laneName(c)) * lanes.row + 1, 5, lanes.row - 2);
  }
  drawAxis(soft);
}

function drawAxis(soft) {
  const { g, width } = canvas("axis", 16);
  g.fillStyle = soft;
  g.font = "11px system-ui, sans-serif";
  g.textAlign = "center";
  const span = lanes.to - lanes.from;
  const room = Math.max(1, Math.floor((width - lanes.left) / 90));
  let step = 10 ** Math.floor(Math.log10(Math.max(1, span / room)));
  while (span / step > room) step *= String(step)[0] === "2" ? 2.5 : 2;
  step = Math.max(1, Math.round(step));
  for (let at = Math.ceil(lanes.from / step) * step; at <= lanes.to; at += step) {
    g.fillText(String(at), Math.min(width - 20, Math.max(lanes.left + 10, xOf(at, width))), 12);
  }
}

// nearest is the contexts nearest to a place of the canvas, in its lane.
function nearest(e) {
  const box = $("ticks").getBoundingClientRect();
  const lane = Math.floor((e.clientY - box.top) / lanes.row);
  const x = Math.round(e.clientX - box.left);
  for (let d = 0; d < 12; d++) {
    const here = lanes.seen?.get(lane * 1e6 + x + d) || lanes.seen?.get(lane * 1e6 + x - d);
    if (here) return here;
  }
  return [];
}

function zoom(by, around) {
  const whole = Math.max(1, data.last);
  const span = Math.min(whole, Math.max(10, Math.round((lanes.to - lanes.from) * by)));
  lanes.from = Math.max(0, Math.min(whole - span, Math.round(around - span / 2)));
  lanes.to = lanes.from + span;
}

function startTimeline(choose, chosen) {
  for (const name of lanes.names) {
    const label = el("div");
    label.append(nameOf(name));
    label.title = plain(begin(name, 200));
    $("labels").append(label);
  }
  const around = () => data.contexts[chosen()]?.position ?? data.last / 2;
  const draw = () => drawTimeline(chosen());
  $("zoom-in").addEventListener("click", () => (zoom(0.4, around()), draw()));
  $("zoom-out").addEventListener("click", () => (zoom(2.5, around()), draw()));
  $("zoom-all").addEventListener("click", () => (zoom(Infinity, 0), draw()));
  $("ticks").addEventListener("mousemove", (e) => {
    const here = nearest(e);
    const c = data.contexts[here[0]];
    put($("hover"), !c ? "" : here.length > 1 ? many(here.length, "context") + " of " + begin(c.role, 60) : begin(c.role, 60) + " at " + c.position + ", " + c.at);
  });
  $("ticks").addEventListener("mouseleave", () => put($("hover"), ""));
  $("ticks").addEventListener("click", (e) => {
    const here = nearest(e);
    if (here.length) choose(here[(here.indexOf(chosen()) + 1) % here.length]);
  });
  new ResizeObserver(draw).observe($("timeline"));
}
