// The address says which context is shown: page.html#15 is the one that event 15 recorded; its id, or the beginning of it, names it too.
function addressed() {
  const said = location.hash.slice(1).toLowerCase();
  if (/^[0-9]+$/.test(said)) return data.contexts.findIndex((c) => c.seq === Number(said));
  if (/^[0-9a-f-]{4,36}$/.test(said)) {
    const named = data.contexts.flatMap((c, i) => (c.id.startsWith(said) ? [i] : []));
    return named.length === 1 ? named[0] : -1;
  }
  return -1;
}

// address puts the shown context into the address, without a step in the history.
function address(i) {
  put($("missing"), "");
  const hash = "#" + data.contexts[i].seq;
  if (location.hash === hash) return;
  try {
    history.replaceState(null, "", hash);
  } catch {
    // a browser that lets no file do that shows the page all the same
  }
}

// follow shows the context that the address names, and says so when there is none.
function follow() {
  const i = addressed();
  if (i >= 0) {
    if (i !== state.context) choose(i);
    return true;
  }
  if (location.hash.length > 1) put($("missing"), "There is no context " + begin(location.hash, 40) + " in this page.");
  return false;
}
