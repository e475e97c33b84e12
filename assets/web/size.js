// The browser's own text size, which the host draws the screens in: it is told with the app's socket (guard.js).
//
// Flutter would enlarge the words alone, behind the back of screens that have not left room for them. So it is told
// the standard size, and the page's own words (opening.css, guard.js) follow `--text`.
(function () {
  "use strict";
  const settings = window.metsuke = window.metsuke || {};
  const STANDARD = 16, SMALLEST = 13;   // pixels of plain words, and of the smallest that grow with the text size
  const root = document.documentElement;

  // A browser's smallest size is a wish for what is seen: some tell of it nowhere, so words are measured.
  function probe(size) {
    const words = document.createElement("span");
    words.setAttribute("aria-hidden", "true");
    words.style.cssText = "position:fixed;top:0;left:0;visibility:hidden;pointer-events:none;white-space:pre;" +
      `font:${size}/1 sans-serif`;
    words.textContent = "mmmmmmmmmm";
    return root.appendChild(words);
  }
  const probes = ["medium", "1px", "200px"].map(probe);

  function measured() {
    const [medium, least, large] = probes.map((words) => words.getBoundingClientRect().width / 200);
    const text = large > 0 ? Math.max(1, 200 * medium / large / STANDARD, 200 * least / large / SMALLEST) : 1;
    return Math.round(text * 100) / 100;
  }
  function measure() {
    settings.text = measured();
    root.style.setProperty("--text", settings.text);
  }
  measure();
  // Of a smallest size Chromium tells even where another is set.
  const native = root.computedStyleMap && root.computedStyleMap.bind(root);
  if (native) root.computedStyleMap = () => {
    const map = native(), standard = CSS.px(STANDARD);
    return { get: (name) => name === "font-size" ? standard : map.get(name) };
  };

  // Whoever changes it sees the screens change.
  if (window.ResizeObserver) {
    const watching = new ResizeObserver(() => {
      if (Math.abs(measured() - settings.text) < 0.02) return;
      measure();
      if (settings.resized) settings.resized();
    });
    probes.forEach((each) => watching.observe(each));
  }
})();
