// Nothing is asked of any other host.
//
// Flet's client brings a player for Rive animations, which fetches its script from the internet as soon as the page
// is open. Nothing here uses it, and a table may have no internet: a script of another origin is left out before
// anybody asks for it.
(function () {
  "use strict";
  const source = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, "src");

  function ours(url) {
    try {
      const target = new URL(url, document.baseURI);
      return target.origin === location.origin || target.protocol === "blob:";
    } catch (_) { return false; }
  }

  Object.defineProperty(HTMLScriptElement.prototype, "src", {
    ...source,
    set(url) { if (ours(url)) source.set.call(this, url); },
  });
})();
