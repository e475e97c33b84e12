// What a browser lacks or forbids is stood in for before anybody needs it. What nothing can stand in for is named, and
// opening.js says so.
(function () {
  "use strict";
  const settings = window.metsuke = window.metsuke || {};

  // Storage that throws, that is not there, or that takes nothing: a memory that lasts as long as the page. A seat that
  // is taken with it is taken anew after a reload.
  function memory(store) {
    const kept = new Map();
    try {
      for (let n = 0; n < store.length; n++) kept.set(store.key(n), store.getItem(store.key(n)));
    } catch (_) { /* there is nothing to be read */ }
    return {
      get length() { return kept.size; },
      key: (n) => [...kept.keys()][n] ?? null,
      getItem: (name) => kept.get(String(name)) ?? null,
      setItem: (name, text) => { kept.set(String(name), String(text)); },
      removeItem: (name) => { kept.delete(String(name)); },
      clear: () => kept.clear(),
    };
  }
  for (const name of ["localStorage", "sessionStorage"]) {
    let store = null;
    try {
      store = window[name];
      store.setItem("metsuke.tried", "1");
      store.removeItem("metsuke.tried");
    } catch (_) {
      Object.defineProperty(window, name, { configurable: true, value: memory(store) });
      settings.forgets = true;
    }
  }

  // Names of languages that no browser knows, such as C: Flutter ends at the first.
  function language(tag) {
    try {
      return Intl.getCanonicalLocales(String(tag).replace(/[.@].*$/, "").replaceAll("_", "-"))[0];
    } catch (_) { return null; }
  }
  const given = [navigator.language, ...(navigator.languages || [])];
  const known = [...new Set(given.filter(Boolean).map(language).filter(Boolean))];
  if (!navigator.language || !navigator.languages || given.some((tag) => !known.includes(tag))) {
    if (known.length === 0) known.push(settings.language || "en");
    Object.defineProperty(navigator, "language", { configurable: true, value: known[0] });
    Object.defineProperty(navigator, "languages", { configurable: true, value: Object.freeze(known) });
  }

  // Where WebGL throws instead of being absent, it is absent: Flutter then draws with the processor.
  for (const kind of ["HTMLCanvasElement", "OffscreenCanvas"]) {
    const prototype = window[kind] && window[kind].prototype;
    const native = prototype && prototype.getContext;
    if (native) prototype.getContext = function (name, ...rest) {
      try {
        return native.call(this, name, ...rest);
      } catch (fault) {
        if (String(name).startsWith("webgl")) return null;
        throw fault;
      }
    };
  }

  settings.lacks = ["WebAssembly", "WebSocket", "fetch", "ResizeObserver", "TextDecoder"].filter((name) => !window[name]);
  if (!window.WebSocket) window.WebSocket = class extends EventTarget {};
})();
