// The connection guard: what a phone shows when the host cannot tell it anything any more.
//
// Flet's client leaves the last picture standing when its connection drops. If that picture is a secret, this
// script covers it at once and takes the cover away only when the host itself has covered it: the socket is open,
// the page is visible and its title no longer marks a secret. It draws with the page's own elements, asks nothing
// of Flutter, and runs before it.
//
//   title "◉ …"    a secret is open as long as a finger holds it
//   title "◉◎ …"   a secret is kept open without a finger
//   any other      nothing on this screen is secret
(function () {
  "use strict";

  const MARK = "◉", KEPT = "◉◎";
  const BEAT_MS = 1000;        // how often the host is asked while a secret is open
  const SILENCE_MS = 2500;     // how long it may keep silent meanwhile
  const LIFTED_MS = 1200;      // how long a secret may stay after the finger has gone
  const AFTERGLOW_MS = 700;    // a title may be a frame older than the picture
  const BANNER_MS = 2000;      // a short hiccup is nobody's business
  const STUCK_MS = 3000;       // covered here, but still marked as open: the host has not heard
  const RETRY_CAP_MS = 2000;   // Flet doubles its waiting without end
  const NO_ROOM = 1013;        // the code with which the host closes a socket that it has no room for
  const RELOAD_MS = 8000;      // the host answers, the socket does not come: start afresh
  const RELOADS = 4;           // how often in a row that is done
  const VAIN = 8;              // sockets in a row that brought nothing: then no more are opened
  const PAUSES_MS = 30000;     // the longest pause before one of them

  const NativeSocket = window.WebSocket;
  const nativeTimeout = window.setTimeout.bind(window);
  const settings = window.metsuke || {};

  let socket = null;           // the app's newest socket
  let openedOnce = false;
  let registered = false;      // the newest socket has brought something
  let lostSince = 0;           // when the connection was lost; 0: it stands
  let lastHeard = now();       // when the host last said anything
  let lastSecret = 0;          // when the title last marked a secret
  let liftedAt = 0;            // when the last finger went; 0: one is there, or none was
  let coveredAt = 0;           // 0: not covered
  let registeredAt = 0;        // when the newest socket first brought something
  let kicked = false;          // this cover has already closed the socket once
  let beating = false;
  let full = false;            // the host has closed the last socket for want of room
  let vain = 0;                // sockets in a row that brought nothing although the host answers
  let nextAt = 0;              // before then no further one is opened
  let waiting = null;          // what stands for it until then
  let aliveSince = 0;          // while lost: since when the host answers all the same
  let others = [];
  const fingers = new Set();

  function now() { return performance.now(); }
  function marked() { return document.title.startsWith(MARK); }
  function kept() { return document.title.startsWith(KEPT); }
  function visible() { return document.visibilityState === "visible"; }
  function connected() { return socket !== null && socket.readyState === NativeSocket.OPEN && registered; }
  function secret() {
    if (marked()) lastSecret = now();
    return lastSecret > 0 && now() - lastSecret < AFTERGLOW_MS;
  }

  // What the app remembers on this phone: the keys of its seats, its language. Flutter stores a text as JSON.
  const STORED_AS = "flutter.metsuke.storage", STORED_BEFORE = "flutter.metsuke.pocket";
  function stored() {
    const text = localStorage.getItem(STORED_AS) || localStorage.getItem(STORED_BEFORE);
    return JSON.parse(JSON.parse(text || '"{}"')) || {};
  }

  function language() {
    let wanted = settings.language ? [settings.language] : navigator.languages;
    try {
      wanted = [stored().language || wanted[0], ...wanted];
    } catch (_) { /* storage may be closed to us */ }
    const known = settings.words || {};
    return wanted.flatMap((each) => [each, String(each).slice(0, 2)]).find((each) => known[each]) || "en";
  }
  function words() { return (settings.words || {})[language()] || {}; }
  settings.stored = stored;
  settings.say = words;
  settings.resized = drop;     // the next socket tells it

  // --- What is drawn ------------------------------------------------------------------------------------------

  function element(tag, styles, parent) {
    const made = document.createElement(tag);
    Object.assign(made.style, styles);
    if (parent) parent.appendChild(made);
    return made;
  }

  const FONT = "system-ui, 'Hiragino Sans', 'Noto Sans CJK JP', sans-serif";
  function font(weight, size, line) {
    return `${weight} calc(${size}px * var(--text, 1))/calc(${line}px * var(--text, 1)) ${FONT}`;
  }
  const cover = element("div", {
    position: "fixed", inset: "0", zIndex: "2147483647", display: "none", background: "#0A0F2E", color: "#EEF0FF",
    font: font("", 16, 24), boxSizing: "border-box", padding: "24px", textAlign: "center", touchAction: "none",
    flexDirection: "column", alignItems: "center", justifyContent: "center", gap: "16px",
  });
  cover.id = "metsuke-cover";
  cover.setAttribute("role", "alert");
  const coverTitle = element("div", { font: font("bold", 23, 28) }, cover);
  const coverText = element("div", { maxWidth: "30em", color: "#C0C9F5" }, cover);
  const coverButton = button(cover, "#8493DE", "#EEF0FF", tryOthers);
  const coverAgain = button(cover, "#8493DE", "#EEF0FF", () => location.reload());

  const banner = element("div", {
    position: "fixed", top: "0", left: "0", right: "0", zIndex: "2147483646", display: "none", background: "#1F1B15",
    color: "#F6EEDF", font: font("", 14, 20), borderTop: "4px dashed #FF8E70", boxSizing: "border-box",
    padding: "6px 16px calc(6px)", alignItems: "center", justifyContent: "center", gap: "12px", flexWrap: "wrap",
    pointerEvents: "none",
  });
  banner.id = "metsuke-banner";
  banner.setAttribute("role", "status");
  const bannerText = element("span", {}, banner);
  const bannerButton = button(banner, "#96896F", "#F6EEDF", tryOthers);
  const bannerAgain = button(banner, "#96896F", "#F6EEDF", () => location.reload());

  function button(parent, edge, ink, pressed) {
    const made = element("button", {
      display: "none", minHeight: "48px", padding: "0 16px", border: `2px solid ${edge}`, borderRadius: "10px",
      background: "transparent", color: ink, font: font("bold", 16, 20), pointerEvents: "auto",
    }, parent);
    made.type = "button";
    made.addEventListener("click", pressed);
    return made;
  }

  function attach() {
    const root = document.documentElement;
    if (cover.parentNode !== root) root.append(banner, cover);
  }

  function draw() {
    attach();
    document.documentElement.lang = language();
    const text = words();
    const lost = lostSince > 0 || !navigator.onLine;
    const covered = coveredAt > 0;
    coverTitle.textContent = text.covered || "";
    coverText.textContent = lost && (vain > 2 ? text.unheard : text.lost) || "";
    const offer = lost && others.length > 0 ? "inline-block" : "none";
    for (const each of [coverButton, bannerButton]) {
      each.style.display = offer;
      if (!each.disabled) each.textContent = text.other || "";
    }
    cover.style.display = covered ? "flex" : "none";
    const said = ended() && settings.advise && settings.advise("unheard");
    const silent = !covered && !said && lostSince > 0 && now() - lostSince > BANNER_MS;
    if (silent) {
      const seconds = Math.round((now() - lostSince) / 1000);
      bannerText.textContent = full ? text.full || "" : vain > 2 ? text.unheard : (text.banner || "").replace("{n}", seconds);
    }
    banner.style.display = silent ? "flex" : "none";
    for (const each of [coverAgain, bannerAgain]) {
      each.textContent = text.load_again || "";
      each.style.display = ended() ? "inline-block" : "none";
    }
    // What is covered is not to be read aloud either.
    for (const view of document.querySelectorAll("flutter-view, flt-glass-pane")) {
      if (covered) view.setAttribute("aria-hidden", "true");
      else view.removeAttribute("aria-hidden");
    }
  }

  // --- Covering and uncovering ----------------------------------------------------------------------------------

  function hide() {
    if (coveredAt === 0) {
      coveredAt = now();
      kicked = false;
      fingers.clear();
    }
    draw();
  }

  function hideIfSecret() { if (secret()) hide(); }

  function review() {
    const time = now();
    if (secret()) {
      if (!visible() || !navigator.onLine || lostSince > 0) hide();
      else if (!beating) beat();
      if (marked() && !kept() && fingers.size === 0 && liftedAt > 0 && time - liftedAt > LIFTED_MS) hide();
      if (time - lastHeard > SILENCE_MS && beating) hide();
    }
    if (coveredAt > 0) {
      if (connected() && visible() && navigator.onLine && !marked()) {
        coveredAt = 0;
        lastSecret = 0;
      } else if (marked() && visible() && connected() && time - Math.max(coveredAt, registeredAt) > STUCK_MS) {
        // The host believes that the secret is open: it has not heard of whatever covered it here. A new
        // connection tells it.
        if (!kicked) {
          kicked = true;
          drop();
        } else {
          reload();
        }
      }
    }
    draw();
  }

  function drop() {
    if (socket !== null && socket.readyState < NativeSocket.CLOSING) socket.close();
  }

  function reloads() { return JSON.parse(sessionStorage.getItem("metsuke.reloads") || "[0, 0]"); }

  function reload() {
    // Each time after a longer pause, and not for ever: a page that reloads all the time is worse than one that waits.
    // Without storage there is no memory of reloading, and no reload.
    if (settings.forgets) return;
    const [count, last] = reloads();
    if (count >= RELOADS || Date.now() - last < 20000 * count) return;
    sessionStorage.setItem("metsuke.reloads", JSON.stringify([count + 1, Date.now()]));
    location.reload();
  }

  // --- The app's socket ----------------------------------------------------------------------------------------

  function watch(made) {
    socket = made;
    registered = false;
    made.addEventListener("message", () => {
      lastHeard = now();
      if (made !== socket || registered) return;
      registered = true;
      full = false;
      vain = 0;
      if (Date.now() - reloads()[1] > 60000) sessionStorage.removeItem("metsuke.reloads");
      registeredAt = now();
      openedOnce = true;
      lostSince = 0;
      aliveSince = 0;
      ask();
      review();
    });
    let taken = false;
    made.addEventListener("open", () => { taken = true; });
    const gone = (event) => {
      if (made !== socket) return;
      if (event && event.type === "close") full = event.code === NO_ROOM;
      if ((taken || aliveSince > 0) && !registered) {
        vain++;
        nextAt = now() + (vain > 1 ? Math.min(500 * 2 ** vain, PAUSES_MS) : 0);
      }
      taken = false;
      hideIfSecret();
      if (lostSince === 0) lostSince = now();
      registered = false;
      review();
    };
    made.addEventListener("error", gone);
    made.addEventListener("close", gone);
    nativeTimeout(() => {
      if (made === socket && !registered && lostSince === 0) gone();
    }, openedOnce ? 4000 : 10000);
  }

  function GuardedSocket(url, protocols) {
    const target = new URL(url, location.href);
    const ours = target.host === location.host && target.pathname.endsWith("/ws");
    // The header of a socket says the browser's language, which need not be the page's.
    if (ours) target.searchParams.set("languages", navigator.languages.join());
    if (ours && settings.text !== 1) target.searchParams.set("text", settings.text);
    if (ours && (ended() || now() < nextAt)) return (waiting = new Waiting());
    const made = protocols === undefined ? new NativeSocket(target) : new NativeSocket(target, protocols);
    if (ours) watch(made);
    return made;
  }
  GuardedSocket.prototype = NativeSocket.prototype;
  for (const name of ["CONNECTING", "OPEN", "CLOSING", "CLOSED"]) GuardedSocket[name] = NativeSocket[name];
  window.WebSocket = GuardedSocket;

  function ended() { return vain >= VAIN && !full; }

  // A browser in which something fails opens a socket, closes it and opens the next. Each in vain is followed by a longer
  // pause, and the last one by none at all: what Flet is given meanwhile is no socket, and fails when the pause is over.
  class Waiting extends EventTarget {
    constructor() {
      super();
      this.readyState = NativeSocket.CONNECTING;
      if (!ended()) nativeTimeout(() => this.close(), nextAt - now());
    }
    send() {}
    close() {
      if (this.readyState === NativeSocket.CLOSED) return;
      this.readyState = NativeSocket.CLOSED;
      for (const event of [new Event("error"), new CloseEvent("close", { code: 1006 })]) {
        this.dispatchEvent(event);
        if (this[`on${event.type}`]) this[`on${event.type}`](event);
      }
    }
  }
  // Whoever takes the phone up again wants it tried again.
  function again() {
    vain = 0;
    nextAt = 0;
    if (waiting !== null) waiting.close();
    waiting = null;
  }

  // Flet waits twice as long after each attempt, without a limit: a phone that was away for an hour would stay
  // away for another. While the connection is down no timer waits longer than this.
  window.setTimeout = function (handler, delay, ...rest) {
    const capped = lostSince > 0 && delay > RETRY_CAP_MS ? RETRY_CAP_MS : delay;
    return nativeTimeout(handler, capped, ...rest);
  };

  // --- Asking the host -----------------------------------------------------------------------------------------

  async function health(base, patience) {
    const control = new AbortController();
    const timer = nativeTimeout(() => control.abort(), patience);
    try {
      const answer = await fetch(`${base}/health`, { cache: "no-store", signal: control.signal, credentials: "omit" });
      const body = await answer.json();
      return body.app === "metsuke" ? body : null;
    } catch (_) {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  async function ask() {
    const body = await health(location.origin, SILENCE_MS);
    if (body === null) return null;
    lastHeard = now();
    if (Array.isArray(body.addresses)) {
      others = body.addresses.filter((url) => typeof url === "string" && url !== location.origin);
    }
    // The host has been upgraded meanwhile: this page's client belongs to the old one.
    if (settings.version && body.web && body.web !== settings.version && !secret()) reload();
    return body;
  }

  async function beat() {
    beating = true;
    lastHeard = now();
    while (secret() && coveredAt === 0) {
      ask();
      await new Promise((done) => nativeTimeout(done, BEAT_MS));
    }
    beating = false;
  }

  async function lookWhileLost() {
    if (lostSince === 0 || !visible()) { aliveSince = 0; return; }
    const body = await ask();
    if (lostSince === 0) return;
    if (body === null) { aliveSince = 0; return; }
    if (aliveSince === 0) aliveSince = now();
    // An attempt begun while the network was away may hang for a long time: end it, the next one is near.
    if (socket !== null && socket.readyState === NativeSocket.CONNECTING && now() - aliveSince > 2500) drop();
    if (now() - aliveSince > RELOAD_MS && !full && !ended()) reload();
  }

  // A browser keeps what it remembers apart for each address. What this phone has at the match that it looks at goes
  // along in the part of the address that no server is sent, and is taken out of it before anything else sees it: the
  // keys of its players' seats, and how it likes to look. Whoever makes links can write this too. So it is laid beside
  // what the phone has, until the page is loaded again, and the host asks whether the seats are to be taken.
  const PACKED = "#metsuke=", LONGEST = 4000;
  const LOOKS = ["language", "mode", "scale", "tap"];
  const NOT_CARRIED = ["host", "gm"];

  function code() {
    const found = /^\/m\/([a-z0-9]{1,40})(?:\/|$)/.exec(location.pathname);
    return found === null ? "" : found[1];
  }
  function keysOf(storage) {
    const here = (storage.keys || {})[code()] || {};
    return Object.fromEntries(Object.entries(here).filter(([seat]) => !NOT_CARRIED.includes(seat)));
  }
  function looksOf(storage) {
    return Object.fromEntries(LOOKS.filter((name) => name in storage).map((name) => [name, storage[name]]));
  }
  function packed() {
    try {
      const own = stored();
      return PACKED + encodeURIComponent(JSON.stringify({ keys: { [code()]: keysOf(own) }, ...looksOf(own) }));
    } catch (_) { return ""; }
  }
  function unpack() {
    const brought = location.hash.startsWith(PACKED) ? location.hash.slice(PACKED.length) : "";
    if (brought) history.replaceState(history.state, "", location.pathname + location.search);
    let carried = null;
    try {
      if (brought.length <= LONGEST) carried = JSON.parse(decodeURIComponent(brought));
    } catch (_) { /* it is no storage of ours, or nothing */ }
    try {
      const { carried: before, ...own } = stored();
      const fresh = Object.keys(own).length === 0;
      const now = carried === null
        ? own
        : { ...(fresh ? looksOf(carried) : own), carried: { code: code(), keys: keysOf(carried) } };
      if (now !== own || before !== undefined) localStorage.setItem(STORED_AS, JSON.stringify(JSON.stringify(now)));
    } catch (_) { /* there is no storage, or there is nothing in it that we know */ }
  }

  async function tryOthers(event) {
    const pressed = event.currentTarget;
    pressed.disabled = true;
    for (const url of others) {
      if (await health(url, SILENCE_MS)) {
        location.href = url + location.pathname + location.search + packed();
        return;
      }
    }
    pressed.textContent = words().none || "";
    nativeTimeout(() => { pressed.disabled = false; draw(); }, 3000);
  }

  // --- What happens to the page ---------------------------------------------------------------------------------

  const early = { capture: true, passive: true };
  window.addEventListener("pointerdown", (event) => {
    fingers.add(event.pointerId);
    liftedAt = 0;
  }, early);
  for (const name of ["pointerup", "pointercancel"]) {
    window.addEventListener(name, (event) => {
      fingers.delete(event.pointerId);
      if (fingers.size === 0) {
        liftedAt = now();
        nativeTimeout(review, LIFTED_MS + 50);
      }
    }, early);
  }
  // A mouse button that is let go on the cover first "leaves" the app with no button down; Flutter would then take
  // the release itself for nothing, and wait for it for ever.
  window.addEventListener("pointerleave", (event) => { if (coveredAt > 0) event.stopPropagation(); }, true);
  document.addEventListener("visibilitychange", () => { if (visible()) again(); else hideIfSecret(); review(); }, true);
  for (const name of ["pagehide", "blur", "offline"]) {
    window.addEventListener(name, (event) => {
      // Caught early, so that nobody can keep it from us; but then the blur of every field and button comes by too.
      if (event.target === window || event.target === document) hideIfSecret();
    }, true);
  }
  document.addEventListener("freeze", hideIfSecret, true);
  document.addEventListener("resume", review, true);
  for (const name of ["pageshow", "focus", "online"]) {
    window.addEventListener(name, (event) => {
      if (event.target === window || event.target === document) { again(); ask(); review(); }
    }, true);
  }

  function watchTitle() {
    const head = document.head || document.documentElement;
    new MutationObserver(review).observe(head, { childList: true, characterData: true, subtree: true });
  }
  unpack();
  document.documentElement.lang = language();
  watchTitle();
  setInterval(review, 250);
  setInterval(lookWhileLost, 2000);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", attach);
  else attach();
})();
