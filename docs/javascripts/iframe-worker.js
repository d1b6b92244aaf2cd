// The search of this site runs in a worker, which browsers refuse to pages that are opened from a folder. There, a hidden
// frame does the worker's work: it runs the same script, and messages go to and fro as they would.
if (location.protocol === "file:") {
  class FrameWorker extends EventTarget {
    constructor(address) {
      super();
      const worker = new URL(address, location);
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      const load = (from) =>
        new Promise((done, fail) => {
          const script = inside.document.createElement("script");
          Object.assign(script, { src: new URL(from, worker), onload: done, onerror: fail });
          inside.document.head.append(script);
        });
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...scripts) => scripts.reduce((before, from) => before.then(() => load(from)), Promise.resolve());
      this.ready = load(worker);
    }

    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  }
  window.Worker = FrameWorker;
}
