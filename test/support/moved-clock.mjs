// For `node --import` before a product under test: its parent moves the product's clock by a message. The product knows nothing of it.
import { isMainThread } from "node:worker_threads";

const RealDate = Date;
let offset = 0;
const now = () => RealDate.now() + offset;

const MovedDate = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
});

/**
 * What the product does again and again, with how often.
 * @type {Map<unknown, { act: () => void, span: number }>}
 */
const repeated = new Map();
const { setInterval: begin, clearInterval: end } = globalThis;

/**
 * @param {(...args: unknown[]) => void} act
 * @param {number} span
 * @param {unknown[]} args
 */
function setMovedInterval(act, span, ...args) {
  const timer = begin(act, span, ...args);
  repeated.set(timer, { act: () => act(...args), span });
  return timer;
}

/** @param {NodeJS.Timeout | undefined} timer */
function clearMovedInterval(timer) {
  repeated.delete(timer);
  end(timer);
}

Object.assign(globalThis, { Date: MovedDate, setInterval: setMovedInterval, clearInterval: clearMovedInterval });

if (isMainThread) {
  process.on("message", (/** @type {{ moveClockBy: number }} */ { moveClockBy }) => {
    offset += moveClockBy;
    // So much time has passed: what would have come meanwhile comes now.
    for (const { act, span } of repeated.values()) if (span <= moveClockBy) act();
  });
  // The product ends by itself, not when its parent hangs up.
  process.channel?.unref();
}
