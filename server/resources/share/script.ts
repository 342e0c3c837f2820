import { createHash } from "node:crypto";
import { seenAfter } from "~/contract/share/share-kinds";

/** Tells that the page was in sight for some seconds, and, when it ends, how long, and which estates were seen. Old browsers run it. */
const source = `(function () {
  var main = document.querySelector("main");
  var since = 0, before = 0, isTold = false, timer = 0, seen = [];
  function inSight() { return before + (since ? Date.now() - since : 0); }
  function tell() {
    var said = JSON.stringify({ visit: main.dataset.visit, seconds: Math.round(inSight() / 1000), estates: seen });
    navigator.sendBeacon(main.dataset.open, said);
  }
  function begin() {
    if (since) return;
    since = Date.now();
    if (!isTold) timer = setTimeout(function () { isTold = true; tell(); }, Math.max(0, ${seenAfter * 1000} - before));
  }
  function pause() {
    if (!since) return;
    before = inSight();
    since = 0;
    clearTimeout(timer);
    if (isTold) tell();
  }
  function look() { document.visibilityState === "visible" ? begin() : pause(); }
  document.addEventListener("visibilitychange", look);
  addEventListener("pagehide", pause);
  addEventListener("pageshow", look);
  if (window.IntersectionObserver) {
    var observer = new IntersectionObserver(function (entries) {
      entries.forEach(function (entry) {
        var id = Number(entry.target.getAttribute("data-estate"));
        if (entry.isIntersecting && seen.indexOf(id) < 0) seen.push(id);
      });
    });
    document.querySelectorAll("[data-estate]").forEach(function (part) { observer.observe(part); });
  }
  look();
})();`;

export const script = {
  html: `<script>${source}</script>`,
  /** As the page's policy lets it in. */
  source: `'sha256-${createHash("sha256").update(source).digest("base64")}'`,
};
