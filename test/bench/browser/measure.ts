import { setTimeout as wait } from "node:timers/promises";
import { customer } from "~/contract/customer/customer";
import { pathOf } from "~/contract/endpoint";
import { startProduct } from "../../support/product";
import { weigh } from "../../support/weigh";
import { signIn } from "../load";
import { atMost, type Figure, print, quantile, type Table } from "../report";
import { type Sight, slowDown, type Target, visit } from "./chromium";
import { buildFloor, floorSite, openDoor, productSite } from "./door";

type Speed = "fast" | "slow";
type Measured = Record<string, number>;

/** A target's budgets: its time relative to the floor's, and what it fetches. */
interface Held extends Target {
  ready?: Record<Speed, number>;
  sizes?: Measured;
}

const list = {
  sight: { selector: "main tbody tr", count: 20 },
  ready: { fast: 1.35, slow: 0.9 },
  sizes: { js: 290, all: 330, requests: 22, pictures: 100, ahead: 120 },
};
const mostOfMove = { fast: 100, slow: 400 };
const panel: Sight = { selector: "main [role=tabpanel]" };

/** Direct visits and moves in Chromium, each compared with the plainest app of the same packages in the same run. */
export async function* measureBrowser(rounds: number): AsyncGenerator<Table> {
  const product = await startProduct({ name: "bench-browser", env: { TRUST_PROXY: "1" } });
  const door = await openDoor({
    "floor.test": floorSite(await buildFloor()),
    "product.test": productSite(product.baseUrl),
    "memory.test": productSite(product.baseUrl, true),
  });
  try {
    const token = await signIn(product.baseUrl, "sales@demo.test", product.password);
    const headers = { authorization: `Bearer ${token}` };
    const found = await fetch(product.baseUrl + pathOf(customer.list), { headers });
    const { data }: { data: { list: { id: number }[] } } = await found.json();
    const at = { origin: door.urlOf("product.test"), token };
    const floor = { name: "floor", origin: door.urlOf("floor.test"), path: "/", sight: list.sight };
    const pool = { ...at, ...list, name: "公海", path: "/customer/publicCustomer" };
    const memory = { ...pool, origin: door.urlOf("memory.test"), ready: { fast: 1.15, slow: 0.9 }, sizes: {} };
    const login = { name: "登录", origin: at.origin, path: "/login", sizes: { js: 160, css: 15 } };
    const dashboard = { ...at, name: "看板", path: "/dashboard", sizes: { all: 340, requests: 25 } };
    const targets: Held[] = [
      ...[floor, pool, { ...memory, name: "公海 from memory" }],
      { ...at, ...list, name: "询盘客户", path: "/customer/customerInfor" },
      { ...at, name: "客户", path: `/customer/editCustomerInfo/${data.list[0]?.id}`, sight: panel },
      { ...dashboard, sight: { selector: "section[aria-label=关键指标] button", count: 3 } },
      { ...login, sight: { selector: "form [type=submit]" } },
    ];
    for (const speed of ["fast", "slow"] as const) {
      const loads = await inTurns(targets, rounds, (one) => load(one, speed));
      yield { title: `Direct visits, ${speed}, beside the floor`, figures: visitFigures(targets, loads, speed) };
    }
    for (const speed of ["fast", "slow"] as const) {
      const [there, ours] = await inTurns([floor, pool], rounds, (one) => move(one, speed));
      const figures = ["open", "back"].map((name) =>
        atMost(name, ours?.[name] ?? 0, "ms", mostOfMove[speed], `floor ${print(there?.[name] ?? 0)} ms`),
      );
      const broken = ["blank frames", "place or filter lost"].map((name) => atMost(name, ours?.[name] ?? 0, "", 0));
      yield { title: `公海 → 客户 and back, ${speed}`, figures: [...figures, ...broken] };
    }
  } finally {
    door.close();
    await product.stop();
  }
}

/** Measures in turn, one target after another and again, so that what slows the machine meets all of them; medians. */
async function inTurns(targets: readonly Target[], rounds: number, measure: (target: Target) => Promise<Measured>) {
  const all: Measured[][] = targets.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, target] of targets.entries()) all[index]?.push(await measure(target));
  return all.map((found) =>
    Object.fromEntries(Object.keys(found[0] ?? {}).map((name) => [name, quantile(found.map((one) => one[name] ?? 0))])),
  );
}

/** Opens the target directly, until it is ready and then until it rests; `ahead` is what came in between. */
const load = (target: Target, speed: Speed): Promise<Measured> =>
  visit(target, async (page, cdp) => {
    if (speed === "slow") await slowDown(cdp);
    const whole = await weigh(page, async () => {
      await page.goto(target.path, { waitUntil: "commit" });
      await page.evaluate(() => window.benchReady);
    });
    const figures = await page.evaluate(async () => window.bench.load(await window.benchReady));
    return { ...figures, css: whole.css, ahead: whole.all - whole.pictured - figures.all };
  });

/** From the scrolled list into a record and back again. The pointer rests on the link for a moment before, as a hand does. */
const move = (target: Target, speed: Speed): Promise<Measured> =>
  visit(target, async (page, cdp) => {
    await page.goto(target.path, { waitUntil: "commit" });
    await page.evaluate(() => window.benchReady);
    await wait(1_500);
    if (speed === "slow") await slowDown(cdp);
    const row = "main tbody tr:nth-of-type(15)";
    await page.evaluate(() => scrollTo(0, 240));
    // The name opens a drawer, and the drawer the record's page; the floor's name is the link itself.
    const link = target.token ? '[role=dialog] a[href*="editCustomerInfo"]' : `${row} a[href*="rows"]`;
    if (target.token) await page.locator(`${row} a`).first().click();
    await page.locator(link).last().hover();
    await wait(target.token ? 1_500 : 200);
    const place = () => page.evaluate(() => `${location} ${scrollY} ${document.querySelector("tbody")?.textContent}`);
    const before = await place();
    const there = await page.evaluate((way) => window.bench.move(way), { link, former: target.sight, next: panel });
    await wait(1_500);
    const back = await page.evaluate((way) => window.bench.move(way), { link: "", former: panel, next: target.sight });
    await wait(1_500);
    const lost = before === (await place()) ? 0 : 1;
    return { open: there.ms, back: back.ms, "blank frames": there.blanks + back.blanks, "place or filter lost": lost };
  });

/** The first target is the floor. */
function visitFigures(targets: readonly Held[], loads: readonly Measured[], speed: Speed): Figure[] {
  const floor = loads[0] ?? {};
  return targets.flatMap(({ name, ready: held, sizes = {} }, index) => {
    const { ready = 0, paint = 0, blocked = 0, ...rest } = loads[index] ?? {};
    const beside = `${print(ready)} ms / ${print(floor.ready ?? 0)} ms, first paint ${print(paint)} ms`;
    const figure = { name: `${name}: ready`, value: ready / (floor.ready ?? 0), unit: "×", beside };
    // What is fetched does not depend on the speed.
    const fetched = speed === "fast" ? Object.entries(sizes) : [];
    return [
      held ? atMost(figure.name, figure.value, "×", held[speed], beside) : figure,
      atMost(`${name}: long tasks`, blocked, "ms", floor.blocked ?? 0),
      ...fetched.map(([what, most]) =>
        atMost(`${name}: ${what}`, rest[what] ?? 0, what === "requests" ? "" : "KB", most),
      ),
    ];
  });
}
