// Text from the log goes into the page by text nodes alone; what a screen would obey or hide is shown by its name.
const $ = (id) => document.getElementById(id);

const data = JSON.parse($("data").textContent);
$("data").remove();

const strange = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const eachStrange = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const joins = /\p{Extended_Pictographic}\ufe0f?$/u; // before a joiner that makes one picture of two

function codeName(c) {
  return "U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
}

// obeyed says whether the strange character at i of text is meant to be strange: an end of a line, a tab, the joiner of an emoji.
function obeyed(text, i, c, lines) {
  if (c === "\n" || c === "\t") return lines;
  return c === "\u200d" && joins.test(text.slice(Math.max(0, i - 4), i)) && /^\p{Extended_Pictographic}/u.test(text.slice(i + 1, i + 3));
}

// put fills an element with text; with lines, the ends of lines are obeyed.
function put(el, text, lines = false) {
  if (!strange.test(text)) {
    el.textContent = text;
    return el;
  }
  const out = document.createDocumentFragment();
  let done = 0;
  for (const m of text.matchAll(eachStrange)) {
    if (obeyed(text, m.index, m[0], lines)) continue;
    out.append(text.slice(done, m.index));
    const name = document.createElement("span");
    name.className = m[0] === "\n" || m[0] === "\t" ? "line-end" : "control";
    name.textContent = m[0] === "\n" ? "\u21b5" : m[0] === "\t" ? "\u21e5" : codeName(m[0]);
    out.append(name);
    done = m.index + m[0].length;
  }
  out.append(text.slice(done));
  el.replaceChildren(out);
  return el;
}

// plain is text for places that hold no elements, such as tooltips.
function plain(text) {
  return text.replace(eachStrange, (c, i) => (obeyed(text, i, c, false) ? c : "\u27e8" + codeName(c) + "\u27e9"));
}

// el makes an element; text goes in by put.
function el(tag, className = "", text = "") {
  const e = document.createElement(tag);
  if (className) e.className = className;
  if (text !== "") put(e, String(text));
  return e;
}

// begin is the beginning of a text, as much as a row can show. It never ends inside a pair of surrogates.
function begin(text, n = 240) {
  if (text.length <= n) return text;
  if (/[\ud800-\udbff]/.test(text[n - 1])) n--;
  return text.slice(0, n) + "\u2026";
}

// nameOf is the name of a role or member, of which a narrow place shows the beginning and the end: members of a family differ there.
function nameOf(name, className = "") {
  const n = 14;
  if (name.length <= 2 * n || !/^[\x20-\x7e]*$/.test(name)) return el("span", "line " + className, begin(name, 80));
  const e = el("span", "name " + className);
  e.append(el("span", "line", begin(name.slice(0, -n), 400)), el("span", "", name.slice(-n)));
  return e;
}

function button(text, act) {
  const b = el("button", "", text);
  b.type = "button";
  b.addEventListener("click", act);
  return b;
}

const textOf = (i) => data.texts[i];
const many = (n, one, more = one + "s") => n + " " + (n === 1 ? one : more);
