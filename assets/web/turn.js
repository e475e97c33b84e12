// My turn: a short vibration, a tone if it is wanted, and the screen stays awake as long as it lasts. The end of a match:
// two of them.
//
// The title says it: "● Your turn. Metsuke", "★ The match is over. Metsuke". While a title marks a secret (guard.js) nothing is known of turns and
// nothing is done: a hand that is looked at makes no second one. Which of it is wanted, the device keeps in its
// storage. A browser lets no page do this before its first touch, nor keep the screen awake without https.
(function () {
  "use strict";
  const MINE = /^● /, ENDED = /^★ /, SECRET = /^◉/, SHAKE_MS = 120, PITCH_HZ = 520, LENGTH_S = 0.2, LOUD = 0.15;
  let mine = null;             // whether it was my turn when no secret was open; null: nothing was there yet
  let ended = null;            // the same of a match that is over
  let lock = null, context = null;

  function wanted() {
    try { return window.metsuke.stored().turn || "shake"; } catch (_) { return "shake"; }
  }
  function shake(times) {
    try { if (navigator.vibrate) navigator.vibrate(times > 1 ? [SHAKE_MS, SHAKE_MS, SHAKE_MS] : SHAKE_MS); } catch (_) { /* this phone does not shake */ }
  }
  function play(pitch, after) {
    try {
      context = context || new AudioContext();
      const at = context.currentTime + after, tone = context.createOscillator(), swell = context.createGain();
      tone.frequency.value = pitch;
      swell.gain.setValueAtTime(0, at);
      swell.gain.linearRampToValueAtTime(LOUD, at + 0.02);
      swell.gain.linearRampToValueAtTime(0, at + LENGTH_S);
      tone.connect(swell).connect(context.destination);
      tone.start(at);
      tone.stop(at + LENGTH_S);
    } catch (_) { /* a browser without sound stays silent */ }
  }
  function stayAwake(on) {
    if (!navigator.wakeLock) return;
    if (on && lock === null && document.visibilityState === "visible") {
      lock = navigator.wakeLock.request("screen").catch(() => { lock = null; return null; });
    } else if (!on && lock !== null) {
      const held = lock;
      lock = null;
      held.then((each) => each && each.release()).catch(() => {});
    }
  }
  function review() {
    const title = document.title;
    if (SECRET.test(title) || !title) return;
    const now = MINE.test(title), over = ENDED.test(title);
    const turn = now && mine === false, end = over && ended === false;
    mine = now;
    ended = over;
    stayAwake(now);
    if (!(turn || end) || wanted() === "off") return;
    shake(end ? 2 : 1);
    if (wanted() !== "sound") return;
    play(PITCH_HZ, 0);
    if (end) play(PITCH_HZ * 1.5, LENGTH_S);
  }

  new MutationObserver(review).observe(document.head, { childList: true, subtree: true, characterData: true });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") lock = null;  // the browser lets go of it by itself
    else review();
  });
})();
