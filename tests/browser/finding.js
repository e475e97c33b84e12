// What a test looks for on a page, where Playwright cannot: things by their role and name, their text, or their label.
// `find(query)` returns the elements in the page's order. The names are those that Playwright gives them.
(() => {
  const ROLES = { button: "button, [role=button]", textbox: "input:not([type=button]), textarea, [role=textbox]" };
  const plain = (text) => (text || "").replace(/\s+/g, " ").trim();

  function fits(text, { words, source, flags, exact }) {
    const said = plain(text);
    if (source !== undefined) return new RegExp(source, flags).test(said);
    return exact ? said === plain(words) : said.toLowerCase().includes(plain(words).toLowerCase());
  }
  function name(node) {
    if (node.nodeType === 3) return node.textContent;
    if (node.nodeType !== 1) return "";
    return node.getAttribute("aria-label") || [...node.childNodes].map(name).join(" ");
  }
  function shown(node) {
    const style = getComputedStyle(node);
    return style.display !== "none" && style.visibility === "visible" && node.getClientRects().length > 0;
  }
  // A hidden ancestor takes its boxes away from whatever is in it.
  function heard(node) { return shown(node) && !node.closest("[aria-hidden=true]"); }
  function enabled(node) { return !node.disabled && !node.closest("[aria-disabled=true]"); }

  const KINDS = {
    css: (selector) => [...document.querySelectorAll(selector)],
    role: ({ role, name: wanted, disabled }) => [...document.querySelectorAll(ROLES[role])].filter((node) =>
      heard(node) && (!wanted || fits(name(node), wanted)) && (disabled === null || disabled !== enabled(node))),
    text: (wanted) => [...document.body.querySelectorAll("*:not(script):not(style)")].filter((node) =>
      fits(node.textContent, wanted) && ![...node.children].some((child) => fits(child.textContent, wanted))),
    label: (wanted) => [...document.querySelectorAll("[aria-label]")].filter((node) =>
      fits(node.getAttribute("aria-label"), wanted)),
    or: (queries) => {
      const found = new Set(queries.flatMap(find));
      return [...document.querySelectorAll("*")].filter((node) => found.has(node));
    },
    and: ([one, other]) => { const also = new Set(find(other)); return find(one).filter((node) => also.has(node)); },
    nth: ([query, place]) => { const found = find(query).at(place); return found ? [found] : []; },
  };
  function find(query) {
    const [[kind, about]] = Object.entries(query);
    return KINDS[kind](about);
  }

  const STATES = {
    attached: (found) => found.length > 0,
    detached: (found) => found.length === 0,
    visible: (found) => found.some(shown),
    hidden: (found) => !found.some(shown),
  };
  const soon = (ms) => new Promise((done) => setTimeout(done, ms));
  window.testFinding = {
    find,
    async waits(query, state, patience) {
      for (const end = performance.now() + patience; performance.now() < end; await soon(20)) {
        if (STATES[state](find(query))) return true;
      }
      return false;
    },
  };

  // What the page is sent, sends, asks for and trips over, as a browser that is watched tells it.
  const told = [];
  window.testTold = told;
  const numbers = new Map();
  const packed = (data) => {
    if (typeof data === "string") return btoa(unescape(encodeURIComponent(data)));
    let text = "";
    // Where this runs beside the page, as in Firefox, the page's buffers are of another kind than those known here.
    const bytes = ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  };
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    told.push(["sent", numbers.get(this) ?? -1, packed(data)]);
    return send.call(this, data);
  };
  window.WebSocket = class extends window.WebSocket {
    constructor(...given) {
      super(...given);
      numbers.set(this, numbers.size);
      const number = numbers.get(this);
      told.push(["socket", number, this.url]);
      this.addEventListener("message", ({ data }) => told.push(["received", number, packed(data)]));
      this.addEventListener("close", () => told.push(["closed", number]));
    }
  };
  window.addEventListener("error", ({ message, error }) => message && told.push(["fault", message, error?.stack || ""]));
  window.addEventListener("unhandledrejection", ({ reason }) => told.push(["fault", String(reason), reason?.stack || ""]));
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) told.push(["asked", entry.name]);
  }).observe({ type: "resource", buffered: true });

  // A browser whose network is taken away: there is no command for it.
  const fetched = window.fetch;
  window.fetch = (...given) => (navigator.onLine ? fetched(...given) : Promise.reject(new TypeError("offline")));
  window.testOffline = (offline) => {
    Object.defineProperty(navigator, "onLine", { configurable: true, get: () => !offline });
    window.dispatchEvent(new Event(offline ? "offline" : "online"));
  };
})();
