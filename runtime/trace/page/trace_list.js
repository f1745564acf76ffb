// A list shows as many rows as can be seen, of however many there are.
class List {
  // draw(row, i) fills the element of the i-th row; choose(i) is called when it is chosen; row heights are all the same.
  constructor(id, height, draw, choose) {
    this.el = $(id);
    this.el.classList.add("list");
    this.height = height;
    this.draw = draw;
    this.choose = choose;
    this.n = 0;
    this.at = -1;
    this.rows = new Map();
    this.all = el("div", "all");
    this.all.setAttribute("role", "presentation");
    this.el.append(this.all);
    this.el.addEventListener("scroll", () => this.later(), { passive: true });
    new ResizeObserver(() => this.later()).observe(this.el);
    this.el.addEventListener("keydown", (e) => this.key(e));
    this.all.addEventListener("click", (e) => {
      const row = e.target.closest(".row");
      if (row) this.select(Number(row.dataset.i));
    });
    this.skip = () => false;
  }

  // set shows n rows anew. skip(i) says which cannot be chosen.
  set(n, skip = () => false) {
    this.n = n;
    this.skip = skip;
    this.at = -1;
    this.all.style.height = n * this.height + "px";
    this.el.style.setProperty("--all", n * this.height + "px"); // what it would need, where the page is one column
    this.el.scrollTop = 0;
    this.el.removeAttribute("aria-activedescendant");
    this.redraw();
  }

  redraw() {
    this.rows.clear();
    this.all.replaceChildren();
    this.show();
  }

  later() {
    this.asked ??= requestAnimationFrame(() => {
      this.asked = undefined;
      this.show();
    });
  }

  show() {
    const first = Math.max(0, Math.floor(this.el.scrollTop / this.height) - 6);
    const last = Math.min(this.n, Math.ceil((this.el.scrollTop + this.el.clientHeight) / this.height) + 6);
    for (const [i, row] of this.rows) {
      if (i < first || i >= last) {
        row.remove();
        this.rows.delete(i);
      }
    }
    const fresh = document.createDocumentFragment();
    for (let i = first; i < last; i++) {
      if (!this.rows.has(i)) fresh.append(this.row(i));
    }
    this.all.append(fresh);
  }

  row(i) {
    const row = el("div", "row");
    row.id = this.el.id + "-" + i;
    row.dataset.i = i;
    row.style.top = i * this.height + "px";
    row.style.height = this.height + "px";
    row.setAttribute("role", this.skip(i) ? "presentation" : "option");
    if (!this.skip(i)) {
      row.setAttribute("aria-setsize", this.n);
      row.setAttribute("aria-posinset", i + 1);
      row.setAttribute("aria-selected", i === this.at);
    }
    this.draw(row, i);
    this.rows.set(i, row);
    return row;
  }

  select(i, quiet = false) {
    if (i < 0 || i >= this.n || this.skip(i)) return;
    this.rows.get(this.at)?.setAttribute("aria-selected", false);
    this.at = i;
    this.reveal(i);
    this.rows.get(i)?.setAttribute("aria-selected", true);
    this.el.setAttribute("aria-activedescendant", this.el.id + "-" + i);
    if (!quiet) this.choose(i);
  }

  reveal(i) {
    const top = i * this.height;
    if (top < this.el.scrollTop) this.el.scrollTop = top;
    else if (top + this.height > this.el.scrollTop + this.el.clientHeight) this.el.scrollTop = top + this.height - this.el.clientHeight;
    this.show();
  }

  // step goes on from the chosen row by so many rows, over those that cannot be chosen.
  step(by) {
    const way = Math.sign(by);
    let to = Math.min(this.n - 1, Math.max(0, this.at + by));
    while (to > 0 && to < this.n - 1 && this.skip(to)) to += way;
    if (this.skip(to)) to -= way;
    this.select(to);
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const page = Math.max(1, Math.floor(this.el.clientHeight / this.height) - 1);
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: page, PageUp: -page, Home: -this.n, End: this.n }[e.key];
    if (by === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    this.step(by);
  }
}
