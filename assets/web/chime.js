// The table display's sound: one short tone when a public answer appears, the same whatever the answer is.
//
// A display whose sound is on counts the public answers at the end of its title: "Metsuke ♪12". Whenever the number
// has risen, or is there right after a touch (the switch was turned on), the tone is played; a page that comes up with
// it (it was reloaded) has no news and is silent. Nothing is fetched.
// A browser may let a page sound only after a touch: what was missed until then is made good by one tone at the next.
(function () {
  "use strict";
  const MARK = /♪(\d+)$/, PITCH_HZ = 660, LENGTH_S = 0.25, LOUD = 0.2;
  const SWITCHED_MS = 5000;    // how long after a touch a number is there because of it
  let context = null;
  let due = false;             // whether there is a tone to play
  let touchedAt = -Infinity;
  let last = -1;               // the number that was heard last; -1: the sound is off

  function counted() {
    const found = MARK.exec(document.title);
    return found === null ? -1 : Number(found[1]);
  }

  function play() {
    if (!due || context === null || context.state !== "running") return;
    due = false;
    const at = context.currentTime, tone = context.createOscillator(), swell = context.createGain();
    tone.frequency.value = PITCH_HZ;
    swell.gain.setValueAtTime(0, at);
    swell.gain.linearRampToValueAtTime(LOUD, at + 0.02);
    swell.gain.linearRampToValueAtTime(0, at + LENGTH_S);
    tone.connect(swell).connect(context.destination);
    tone.start(at);
    tone.stop(at + LENGTH_S);
  }

  function wake() {
    if (counted() < 0) return Promise.resolve();
    try {
      if (context === null) context = new AudioContext();
      return context.state === "running" ? Promise.resolve() : context.resume();
    } catch (_) { return Promise.resolve(); /* a browser without sound stays silent */ }
  }

  function heard() {
    const now = counted(), switched = performance.now() - touchedAt < SWITCHED_MS;
    const sounds = now > last && (last >= 0 || switched);
    last = now;
    due = now >= 0 && (due || sounds);
    if (sounds) wake().then(play, () => {});
  }

  function touched() {
    touchedAt = performance.now();
    wake().then(play, () => {});
  }

  new MutationObserver(heard).observe(document.head, { childList: true, subtree: true, characterData: true });
  for (const touch of ["pointerup", "click"]) {
    window.addEventListener(touch, touched, { capture: true, passive: true });
  }
})();
