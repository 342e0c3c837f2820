// Runs in every measured page before its own scripts and watches from inside: what is shown, and since which frame.
(() => {
  /** @typedef {import("./chromium").Sight} Sight */

  /** @param {Sight} sight */
  function stands({ selector, count = 1 }) {
    const last = document.querySelectorAll(selector)[count - 1];
    return Boolean(last?.textContent?.trim() && last.checkVisibility({ visibilityProperty: true }));
  }

  /**
   * When the frame with the sight has been painted: a message's turn comes after its painting.
   * @param {Sight} sight
   * @returns {Promise<number>}
   */
  function painted(sight) {
    return new Promise((resolve) => {
      const look = () => {
        if (!stands(sight)) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage(null);
        });
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      look();
    });
  }

  /** @type {PerformanceEntry[]} */
  const longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: "longtask", buffered: true });

  const bench = {
    painted,
    /** @param {number} ready */
    load(ready) {
      const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
      const before = entries.filter(({ startTime }) => startTime < ready);
      const asked = /** @type {PerformanceResourceTiming[]} */ (before);
      const isPicture = ({ initiatorType = "" }) => initiatorType === "img" || initiatorType === "css";
      const isScript = ({ name = "" }) => new URL(name).pathname.endsWith(".js");
      const weigh = (/** @type {PerformanceResourceTiming[]} */ all) =>
        all.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024;
      return {
        ready,
        paint: performance.getEntriesByName("first-paint")[0]?.startTime ?? ready,
        blocked: longTasks.reduce((sum, one) => sum + (one.startTime < ready ? one.duration - 50 : 0), 0),
        requests: asked.length,
        js: weigh(asked.filter(isScript)),
        pictures: weigh(asked.filter(isPicture)),
        all: weigh(asked.filter((one) => !isPicture(one))),
      };
    },
    /**
     * Presses a link, or goes back without one, and waits for what comes next. A frame with neither it nor the former is a flash.
     * @param {{ link: string, former: Sight, next: Sight }} way
     */
    async move({ link, former, next }) {
      let blanks = 0;
      let isOver = false;
      const sample = () => {
        if (!stands(next) && !stands(former)) blanks += 1;
        if (!isOver) requestAnimationFrame(sample);
      };
      const began = performance.now();
      if (link) /** @type {HTMLElement[]} */ ([...document.querySelectorAll(link)]).at(-1)?.click();
      else history.back();
      sample();
      const ms = (await painted(next)) - began;
      isOver = true;
      return { ms, blanks };
    },
  };
  Object.assign(window, { bench });
})();
