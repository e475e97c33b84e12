// A phone reads its own covered words aloud while a finger holds them open, if its owner has asked for that.
//
// The words are those that the hold has brought into the screen reader's tree: nothing is fetched, nothing is sent.
// The voice stops the moment that the finger is gone, the page is hidden, the guard covers it, or its title no
// longer marks a secret as held (guard.js). What is kept open without a finger is not read.
(function () {
  "use strict";
  const HELD = /^◉(?!◎)/;
  const MOST = 600;            // characters
  const SETTLED_MS = 120;      // after the last of the words has come
  const voices = window.speechSynthesis;
  if (!voices || typeof SpeechSynthesisUtterance === "undefined") return;
  const watch = new MutationObserver(review);
  let before = null;           // the names that stood there when the finger came; null: there is none
  let timer = 0, saying = false;

  function stored() {
    try { return window.metsuke.stored(); } catch { return {}; }
  }
  function names() {
    return [...document.querySelectorAll("flt-semantics")].map((node) => node.getAttribute("aria-label") ||
      [...node.childNodes].filter((n) => n.nodeType === 3 || n.nodeName === "SPAN").map((n) => n.textContent).join(" "))
      .map((each) => each.trim()).filter(Boolean);
  }
  function held() {
    const cover = document.getElementById("metsuke-cover");
    return before !== null && HELD.test(document.title) && document.visibilityState === "visible" &&
      !(cover && cover.style.display === "flex");
  }
  function stop() {
    watch.disconnect();
    clearTimeout(timer);
    if (saying) voices.cancel();
    before = null;
    saying = false;
  }
  function review() {
    if (held()) {
      if (saying) return;
      clearTimeout(timer);
      timer = setTimeout(say, SETTLED_MS);
    } else if (saying) stop();
  }
  function say() {
    if (!held()) return;
    const words = [...new Set(names())].filter((each) => !before.has(each)).join(". ").slice(0, MOST);
    if (!words) return;
    const said = new SpeechSynthesisUtterance(words);
    said.lang = stored().language || navigator.language;
    saying = true;
    voices.speak(said);
  }

  window.addEventListener("pointerdown", () => {
    if (before !== null || stored().aloud !== true) return;
    const placeholder = document.querySelector("flt-semantics-placeholder");
    if (placeholder) placeholder.click();      // from now on there is a tree to be read
    before = new Set(names());
    watch.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
  }, true);
  for (const gone of ["pointerup", "pointercancel", "blur", "pagehide"]) window.addEventListener(gone, stop, true);
  document.addEventListener("visibilitychange", stop, true);
})();
