// Picture decoding for Chromium on plain http.
//
// Over plain http Chromium hides ImageDecoder, and Flutter then loads an engine that brings its own decoders: three
// quarters of a megabyte more for every phone on a LAN. Chromium still decodes pictures by other means; this gives
// them the shape that Flutter asks for. Single pictures only, which is all we show.
(function () {
  "use strict";
  if (typeof ImageDecoder !== "undefined" || navigator.vendor !== "Google Inc.") return;
  if (typeof VideoFrame === "undefined" || typeof createImageBitmap === "undefined") return;

  window.ImageDecoder = class ImageDecoder {
    constructor({ type, data }) {
      this.type = type;
      this.complete = true;
      this.completed = Promise.resolve();
      const track = { animated: false, frameCount: 1, repetitionCount: 0, selected: true };
      this.tracks = { ready: Promise.resolve(), length: 1, selectedIndex: 0, selectedTrack: track, 0: track };
      // The caller may reuse its buffer before the picture is asked for.
      this.source = new Blob([data], { type });
    }

    static async isTypeSupported(type) {
      return /^image\/(png|jpeg|gif|webp|bmp|avif)$/.test(type);
    }

    async decode() {
      const bitmap = await createImageBitmap(this.source, { premultiplyAlpha: "premultiply" });
      try {
        return { image: new VideoFrame(bitmap, { timestamp: 0, duration: 0 }), complete: true };
      } finally {
        bitmap.close();
      }
    }

    reset() {}

    close() { this.source = null; }
  };
})();
