// The table display's sound: one short tone when a public answer appears, the same whatever the answer is.
//
// A display whose sound is on counts the public answers at the end of its title: "Metsuke ♪12". Whenever the number
// is there for the first time (the switch was turned on) or has risen, the tone is played. Nothing is fetched.
// A browser lets a page sound only after a touch: one that came too early is made good by the next.
(function () {
  "use strict";
  const MARK = /♪(\d+)$/, PITCH_HZ = 660, LENGTH_S = 0.25, LOUD = 0.2;
  let context = null;
  let last = -1;               // the number that was heard last; -1: the sound is off

  function counted() {
    const found = MARK.exec(document.title);
    return found === null ? -1 : Number(found[1]);
  }

  function play() {
    if (context === null || context.state !== "running") return;
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
    const now = counted(), sounds = now > last;
    last = now;
    if (sounds) wake().then(play, () => {});
  }

  new MutationObserver(heard).observe(document.head, { childList: true, subtree: true, characterData: true });
  for (const touch of ["pointerup", "click"]) {
    window.addEventListener(touch, () => { wake().catch(() => {}); }, { capture: true, passive: true });
  }
})();
