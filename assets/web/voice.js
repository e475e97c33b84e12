// The table display speaks: what it shows, with the browser's own voices, while its title carries the words.
//
//   title "Metsuke ¶en¶0.6¶Aki leads. ♪3"    language, loudness, words; ♪ as in chime.js
//
// A page that comes up with words (it was reloaded) has no news and is silent. Nothing is fetched.
(function () {
  "use strict";
  const WORDS = /¶([^¶]*)¶([\d.]+)¶([^¶]*?)(?: ♪\d+)?$/;
  const voices = window.speechSynthesis;
  if (!voices || typeof SpeechSynthesisUtterance === "undefined") return;
  let last = null;             // what was said last; null: nothing was there yet

  function review() {
    const found = WORDS.exec(document.title);
    if (found === null) {
      if (last) voices.cancel();
      if (document.title) last = "";
      return;
    }
    const [, language, volume, words] = found;
    const news = last !== null && words !== last;
    last = words;
    if (!news || !words) return;
    voices.cancel();
    const said = new SpeechSynthesisUtterance(words);
    said.lang = language;
    said.volume = Math.min(1, Number(volume) || 0);
    voices.speak(said);
  }

  new MutationObserver(review).observe(document.head, { childList: true, subtree: true, characterData: true });
})();
