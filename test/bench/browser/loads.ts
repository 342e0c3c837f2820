import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import { weigh } from "../../support/weigh";
import { quantile } from "../report";
import { type Sight, type Speed, slowDown, visit } from "./chromium";

/** An address that is opened directly, and by what one sees that it is ready. */
export interface Target {
  name: string;
  origin: string;
  path: string;
  sight: Sight;
  token?: string;
}

/** What one cold load costs; KB are 1,024 bytes, times in ms. `requests`, `js`, `pictures` and `all` (pictures apart): until ready; `ahead`: what came later. */
export interface Load extends Record<string, number> {
  ready: number;
  firstPaint: number;
  /** What long tasks had above 50 ms each, until ready. */
  blocked: number;
  requests: number;
  js: number;
  css: number;
  pictures: number;
  all: number;
  ahead: number;
}

/** What a move inside the app took: `blanks` frames in which neither page stood, `lost` when the step back did not restore place and address. */
export interface Move extends Record<string, number> {
  open: number;
  back: number;
  blanks: number;
  lost: number;
}

/** Measures in turn, one after another and again, so that what slows the machine meets all of them; medians, each time in a new Chromium process. */
export async function inTurns<T extends Record<string, number>>(
  targets: readonly Target[],
  rounds: number,
  measure: (target: Target) => Promise<T>,
): Promise<Map<Target, T>> {
  const all = new Map<Target, T[]>(targets.map((target) => [target, []]));
  for (let round = 0; round < rounds; round++)
    // On a busy machine a click may miss a list that is just being drawn; then it is begun anew.
    for (const target of targets) all.get(target)?.push(await measure(target).catch(() => measure(target)));
  const medians = (found: T[]) =>
    Object.fromEntries(Object.keys(found[0] ?? {}).map((name) => [name, quantile(found.map((one) => one[name] ?? 0))]));
  return new Map([...all].map(([target, found]) => [target, medians(found) as T]));
}

/** Opens the target directly and measures until it is ready, then waits until it rests. */
export const load = (target: Target, speed: Speed): Promise<Load> =>
  visit(target, async (seen) => {
    if (speed === "slow") await slowDown(seen);
    const total = await weigh(seen.page, async () => {
      await seen.page.goto(target.path, { waitUntil: "commit" });
      await seen.page.evaluate(() => window.bench.figures());
    });
    const figures = await seen.page.evaluate(() => window.bench.figures());
    const needed = await seen.page.evaluate(() => window.bench.needed());
    return { ...figures, ...needed, css: total.css, ahead: total.all - total.pictured - needed.all };
  });

const panel: Sight = { selector: "main [role=tabpanel]" };
/** The row that is opened, and how far the list is scrolled before. */
const [row, scrolled] = [14, 240];
/** A person's pointer is on a link for a moment before it is pressed; and until what was fetched ahead has come. */
const [dwell, rest] = [200, 1_500];

/** From the list into a record and back again, as a person does it. */
export const move = (target: Target, speed: Speed): Promise<Move> =>
  visit(target, async (seen) => {
    const { page } = seen;
    await page.goto(target.path, { waitUntil: "commit" });
    await page.evaluate(() => window.bench.figures());
    await wait(rest);
    if (speed === "slow") await slowDown(seen);
    await page.evaluate((top) => scrollTo(0, top), scrolled);
    const link = page
      .locator("main tbody tr")
      .nth(row)
      .locator("a:text-is('查看'), a:not(:has-text('查看')):only-of-type");
    await link.last().hover();
    await wait(dwell);
    const before = await placeOf(page, target.sight);
    await begin(page, target.sight, panel, false);
    await page.mouse.down();
    await page.mouse.up();
    const opened = await page.evaluate(() => window.benchMove);
    await wait(rest);
    await begin(page, panel, target.sight, true);
    const back = await page.evaluate(() => window.benchMove);
    await wait(rest);
    if (!opened || !back) throw new Error("the page was loaded anew in the middle of a move");
    const lost = before === (await placeOf(page, target.sight)) ? 0 : 1;
    return { open: opened.ms, back: back.ms, blanks: opened.blanks + back.blanks, lost };
  });

const begin = (page: Page, former: Sight, next: Sight, isBack: boolean) =>
  page.evaluate(
    (way) => {
      window.benchMove = window.bench.move(way);
    },
    { former, next, isBack },
  );

const placeOf = (page: Page, { selector }: Sight): Promise<string> =>
  page.evaluate((rows) => `${location.href} ${Math.round(scrollY)} ${window.bench.textOf(rows)}`, selector);
