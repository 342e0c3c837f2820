// Runs in every measured page before its own scripts, and looks on from inside: what stands, and since which frame.
(() => {
  /** In ms; whatever takes longer has gone wrong. */
  const limit = 30_000;

  /**
   * @typedef {object} Sight what is waited for: so many elements that are visible and say something
   * @property {string} selector
   * @property {number} [count]
   */

  /** @param {Sight} sight */
  function stands({ selector, count = 1 }) {
    const last = document.querySelectorAll(selector)[count - 1];
    return Boolean(last?.textContent?.trim() && last.checkVisibility({ visibilityProperty: true }));
  }

  /** @param {string} selector */
  const textOf = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent).join("|");

  /** The moment at which the frame that is being made has been painted: a message's turn comes after its painting. */
  function painted() {
    return new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });
  }

  /** @param {Sight} sight */
  function whenPainted(sight) {
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error(`never stood at ${location}: ${JSON.stringify(sight)}`)), limit);
      const look = () => {
        if (!stands(sight)) return;
        observer.disconnect();
        clearTimeout(giveUp);
        resolve(painted());
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      look();
    });
  }

  /** @type {PerformanceEntry[]} */
  const longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: "longtask", buffered: true });

  /** What long tasks had above 50 ms each, up to a moment: "total blocking time". */
  const blockedUntil = (/** @type {number} */ end) =>
    longTasks.reduce((sum, { startTime, duration }) => sum + (startTime < end ? duration - 50 : 0), 0);

  /** @type {Promise<number> | undefined} */
  let ready;

  /**
   * From the next click, or from a step back, until `next` stands; `former` is what stands now.
   * @param {{ former: Sight, next: Sight, isBack?: boolean }} way
   */
  function move({ former, next, isBack }) {
    let start = 0;
    // In which frames neither stood: what a person sees as a flash.
    let blanks = 0;
    let isOver = false;
    const sample = () => {
      if (isOver) return;
      if (start && !stands(next) && !stands(former)) blanks += 1;
      requestAnimationFrame(sample);
    };
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error(`no click came at ${location}`)), limit);
      const begin = (/** @type {number} */ at) => {
        clearTimeout(giveUp);
        start = at;
        sample();
        whenPainted(next)
          .finally(() => {
            isOver = true;
          })
          .then((end) => resolve({ ms: end - start, blanks }), reject);
      };
      if (!isBack) return addEventListener("click", ({ timeStamp }) => begin(timeStamp), { capture: true, once: true });
      begin(performance.now());
      history.back();
    });
  }

  Object.assign(window, {
    bench: {
      textOf,
      stands,
      move,
      /** @param {Sight} sight */
      watch(sight) {
        ready = whenPainted(sight);
      },
      async figures() {
        const at = (await ready) ?? 0;
        const paints = Object.fromEntries(
          performance.getEntriesByType("paint").map((one) => [one.name, one.startTime]),
        );
        return {
          ready: at,
          firstPaint: paints["first-paint"] ?? at,
          blocked: blockedUntil(at),
        };
      },
      /** What was asked for before that moment, once all of it has come, in KB; the rest comes when the page stands. */
      async needed() {
        const at = (await ready) ?? 0;
        const entries = [
          ...performance.getEntriesByType("navigation"),
          ...performance.getEntriesByType("resource"),
        ].filter(({ startTime }) => startTime < at);
        const asked = /** @type {PerformanceResourceTiming[]} */ (entries);
        const weigh = (/** @type {(one: PerformanceResourceTiming) => boolean} */ isMeant) =>
          asked.filter(isMeant).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024;
        const isPicture = ({ initiatorType = "" }) => initiatorType === "img" || initiatorType === "css";
        return {
          requests: asked.length,
          js: weigh(({ name }) => new URL(name).pathname.endsWith(".js")),
          pictures: weigh(isPicture),
          all: weigh((one) => !isPicture(one)),
        };
      },
    },
  });
})();
