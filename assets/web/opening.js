// What a phone shows until the app's first screen is drawn: the seal, how far the loading is, and what to do if it is
// slow, in the brightness in which the app will come up.
//
// The page's own elements lie over Flutter's, which shows a colour of its own before it is told ours, and go when the
// host has titled its first screen. A phone that has loaded this version before has it at hand: no bar is shown.
(function () {
  "use strict";
  const ONCE_MS = 5000;        // when it is said that only the first time takes long
  const SLOW_MS = 15000;       // when it is said what to do
  const WIPED_MS = 500;        // how long after its first frame Flutter has surely wiped the title
  const LATEST_MS = 25000;     // how long after it the app is shown, whatever has not come
  const LOADED = "metsuke.loaded";
  const DRAWN = 0.9;           // how much of the bar is loading; the rest is starting

  const settings = window.metsuke || {};
  const sizes = settings.sizes || {};
  const nativeFetch = window.fetch;
  const wanted = new Map();    // the large files that were asked for, and how much of each is here
  let over = false, wiped = false, shown = 0;
  let ended = false;           // it is said why nothing more comes

  function remembered(read) { try { return read(); } catch (_) { return null; } }
  const mode = remembered(() => settings.stored().mode);
  if (mode === "dark" || mode === "light") document.documentElement.dataset.mode = mode;
  const warm = remembered(() => localStorage.getItem(LOADED)) === settings.version;

  const part = (name) => document.getElementById(`opening-${name}`);
  const words = (key) => (settings.say ? settings.say() : {})[key] || "";

  // --- How far it is ---------------------------------------------------------------------------------------------

  function known(url) {
    return Object.keys(sizes).find((name) => String(url).split("?")[0].endsWith(`/${name}`));
  }

  function ask(name) {
    if (!wanted.has(name)) wanted.set(name, 0);
    // The engine of browsers without this kind of WebAssembly goes with the app as a script.
    if (name.endsWith("canvaskit.wasm")) ask("main.dart.js");
  }

  function come(name, bytes) {
    ask(name);
    wanted.set(name, Math.min(sizes[name], wanted.get(name) + bytes));
    draw();
  }

  async function count(name, answer) {
    try {
      for (const reader = answer.body.getReader(); ;) {
        const { done, value } = await reader.read();
        if (done) break;
        come(name, value.length);
      }
    } catch (_) { /* whoever asked for it hears of it */ }
  }

  function draw() {
    const bar = part("bar");
    if (over || warm || ended || !bar) return;
    let here = 0, all = 0;
    for (const [name, bytes] of wanted) { here += bytes; all += sizes[name]; }
    shown = Math.max(shown, all ? DRAWN * here / all : 0);
    const percent = Math.round(100 * shown);
    bar.style.visibility = "visible";
    bar.setAttribute("aria-valuenow", percent);
    bar.setAttribute("aria-label", words("load_bar"));
    bar.firstElementChild.style.width = `${percent}%`;
    part("far").textContent = shown < DRAWN ? words("load_far").replace("{n}", percent) : words("load_starts");
  }

  if (!warm && typeof nativeFetch === "function") {
    window.fetch = async function (...given) {
      const name = known(given[0] && given[0].url || given[0]);
      if (name) { ask(name); draw(); }
      const answer = await nativeFetch.apply(this, given).catch((fault) => {
        if (name) advise("load_failed");
        throw fault;
      });
      if (name && answer.ok && answer.body) count(name, answer.clone());
      return answer;
    };
    remembered(() => new PerformanceObserver((list) => {
      for (const { name } of list.getEntries()) {
        if (known(name) === "main.dart.js") come("main.dart.js", sizes["main.dart.js"]);
      }
    }).observe({ type: "resource", buffered: true }));
  }

  // --- What to do if it is slow ----------------------------------------------------------------------------------

  // Says what keeps the app from coming, or what to do meanwhile; tells whether there is still a place to say it. The
  // first reason why it does not come is the true one.
  function advise(key, what) {
    const told = part("told"), again = part("again");
    if (over || !told) return false;
    if (ended) return true;
    told.textContent = words(key).replace("{what}", what);
    if (key === "load_once") return true;
    again.textContent = words("load_again");
    again.style.display = "inline-block";
    again.onclick = () => location.reload();
    if (key === "load_slow") return true;
    ended = true;
    part("bar").style.visibility = "hidden";
    part("far").textContent = "";
    return true;
  }
  settings.advise = advise;

  if (!warm) setTimeout(() => advise("load_once"), ONCE_MS);
  setTimeout(() => advise("load_slow"), SLOW_MS);
  function failed({ target, error, reason, message }) {
    // A file that did not come has no words; a module that did not come is a fault of the script that wanted it.
    const fault = reason || error;
    const missing = target instanceof Element || /fetch|import|network|load failed/i.test(String(fault || message));
    if (settings.lacks && settings.lacks.length > 0) able();  // what is missing is why it failed
    else if (missing || !navigator.onLine) advise("load_failed");
    else advise("load_broken", String(fault && fault.message || fault || message).split("\n")[0].slice(0, 100));
  }
  function able() {
    if (settings.lacks && settings.lacks.length > 0) advise("load_lacks", settings.lacks.join(", "));
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", able);
  else able();
  window.addEventListener("unhandledrejection", failed);
  window.addEventListener("error", failed, true);

  // --- When it is over -------------------------------------------------------------------------------------------

  // Flutter wipes the page's title when it starts; the host gives it its name again with the first screen.
  function review() {
    if (over) return;
    if (!document.title) wiped = true;
    else if (wiped) end();
  }

  function end() {
    over = true;
    watching.disconnect();
    window.removeEventListener("unhandledrejection", failed);
    window.removeEventListener("error", failed, true);
    window.fetch = nativeFetch;
    remembered(() => localStorage.setItem(LOADED, settings.version));
    // The picture is a frame or two behind its title.
    let frames = 3;
    const next = () => (frames-- > 0 ? requestAnimationFrame(next) : document.getElementById("opening")?.remove());
    next();
    setTimeout(() => document.getElementById("opening")?.remove(), 500);
  }

  window.addEventListener("flutter-first-frame", () => {
    setTimeout(() => { wiped = true; review(); }, WIPED_MS);
    setTimeout(() => { if (!over) end(); }, LATEST_MS);
  });
  const watching = new MutationObserver(review);
  watching.observe(document.head, { childList: true, characterData: true, subtree: true });
})();
