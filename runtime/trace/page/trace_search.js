// Search goes through the texts a little at a time, so that nothing waits for it.
class Search {
  constructor(done) {
    this.done = done;
    this.texts = new Set();
    this.sources = new Set();
    this.asked = 0;
    this.empty = true;
  }

  has(text) {
    return this.texts.has(text);
  }

  source(i) {
    return this.sources.has(i);
  }

  // part says whether a part of a context was found.
  part(p) {
    return !this.empty && (this.texts.has(p.text) || (p.sources || []).some((i) => this.sources.has(i)));
  }

  async for(query) {
    const mine = ++this.asked;
    const q = query.toLowerCase();
    const texts = new Set();
    const sources = new Set();
    let since = performance.now();
    const rest = async () => {
      if (performance.now() - since < 12) return;
      await new Promise((go) => setTimeout(go));
      since = performance.now();
    };
    if (q) {
      for (let i = 0; i < data.texts.length; i++) {
        if (data.texts[i].toLowerCase().includes(q)) texts.add(i);
        await rest();
        if (mine !== this.asked) return;
      }
      data.sources.forEach((s, i) => {
        if ([s.name, s.scope, s.event, s.type, s.attributes, s.seq ? "#" + s.seq : ""].some((t) => t && String(t).toLowerCase().includes(q))) sources.add(i);
      });
    }
    this.texts = texts;
    this.sources = sources;
    this.empty = !q;
    const contexts = [];
    let parts = 0;
    for (let i = 0; i < data.contexts.length; i++) {
      const n = q ? data.contexts[i].parts.filter((p) => this.part(p)).length : 0;
      if (n || (q && (data.contexts[i].role.toLowerCase().includes(q) || data.contexts[i].id.startsWith(q)))) contexts.push(i);
      parts += n;
      await rest();
      if (mine !== this.asked) return;
    }
    this.done(contexts, parts);
  }
}
