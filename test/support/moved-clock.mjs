// For `node --import` before a product under test: its clock runs ahead by MOVE_CLOCK_BY milliseconds. The product knows nothing of it.

const RealDate = Date;
const offset = Number(process.env.MOVE_CLOCK_BY);
const now = () => RealDate.now() + offset;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
});
