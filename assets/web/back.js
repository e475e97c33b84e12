// The browser's history holds the screens that lie above the one that is shown, home first, and nothing else: so its
// Back leads where the screen's own Back leads, and only from home out of the page.
//
// Every screen has an address, and lies below those with which its address begins (companion/phones/routes.py). Flutter
// puts each one behind the last. Here it is put behind what lies above it: the entries between are gone back over
// first, and Flutter does not hear of that. What lies above an entry is kept with it, as it has to outlive a reload.
(function () {
  "use strict";
  const KEPT = "metsuke";
  const native = { pushState: history.pushState.bind(history), replaceState: history.replaceState.bind(history) };
  let then = null;             // what is done when the browser has gone back
  const later = [];            // what Flutter wants meanwhile

  function path(url) { return new URL(url, location.href).pathname; }
  function before() { return (history.state && history.state[KEPT]) || []; }
  function put(how, state, url, list) { native[how]({ ...state, [KEPT]: list }, "", url); }
  function above(one, other) { return one !== other && (one === "/" || other.startsWith(`${one}/`)); }

  function go(steps, done) {
    if (steps === 0) { done(); return; }
    then = done;
    history.go(steps);
  }

  function push(state, url) {
    const all = [...before(), location.pathname], top = all.length - 1, to = path(url);
    let over = top;
    while (over >= 0 && !above(all[over], to)) over--;
    if (all[over + 1] === to) go(over + 1 - top, () => put("replaceState", state, url, all.slice(0, over + 1)));
    else go(over - top, () => put("pushState", state, url, all.slice(0, over + 1)));
  }
  function replace(state, url) { put("replaceState", state, url, before()); }

  window.addEventListener("popstate", (event) => {
    if (then === null) return;
    event.stopImmediatePropagation();
    const done = then;
    then = null;
    done();
    while (then === null && later.length > 0) later.shift()();
  }, true);

  // Whoever comes by a link has home behind it.
  if (!history.state || !history.state[KEPT]) {
    const here = location.pathname + location.search + location.hash;
    put("replaceState", history.state, location.pathname === "/" ? here : "/", []);
    if (location.pathname !== path(here)) put("pushState", null, here, ["/"]);
  }
  for (const [name, change] of [["pushState", push], ["replaceState", replace]]) {
    history[name] = (state, title, url) => {
      const now = () => change(state, url === undefined || url === null ? location.href : url);
      if (then === null) now(); else later.push(now);
    };
  }
})();
