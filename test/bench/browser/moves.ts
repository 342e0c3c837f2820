import { setTimeout as wait } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { type Sight, type Speed, slowDown, visit } from "./chromium";
import type { Target } from "./loads";
import { median } from "./median";

/** One move inside the app, as a person makes it. */
export interface Move {
  name: string;
  /** What stands before; while neither it nor what comes next stands, the page is blank. */
  former: Sight;
  next: Sight;
  /** What is clicked; absent: a step back in the history. */
  click?: (page: Page) => Promise<Locator> | Locator;
  /** The rows must have become others. */
  isChange?: boolean;
}

/** A place to begin at, and what is done from there, in order. */
export interface Journey {
  target: Target;
  moves: readonly Move[];
}

/** What a move took, and what it left. */
export interface Moved {
  ms: number;
  /** Frames in which neither the old nor the new content stood. */
  blanks: number;
  /** After a step back: the address, the rows and the scrolled way are those of before. */
  isRestored?: boolean;
}

/** A person's pointer is on a link for a moment before it is pressed. */
const dwell = 200;
/** Until what was fetched ahead has come, and the next move begins. */
const rest = 1_500;
/** How far a list is scrolled before a record is opened. */
const scrolled = 240;

/** Makes the journey, each time in a new Chromium process; medians by the moves' names, of blanks the worst. */
export async function measureMoves(journey: Journey, speed: Speed, rounds: number): Promise<Map<string, Moved>> {
  const trips: Map<string, Moved>[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    console.error(`跳转 moves · ${journey.target.name} · ${speed} · ${round}/${rounds}`);
    trips.push(await travel(journey, speed).catch(() => travel(journey, speed)));
  }
  return new Map(
    journey.moves.map(({ name }) => [name, together(trips.flatMap((trip) => trip.get(name) ?? []))] as const),
  );
}

/** The journey once. On a busy machine a click may miss a list that is just being drawn; then it is begun anew. */
function travel({ target, moves }: Journey, speed: Speed): Promise<Map<string, Moved>> {
  return visit(target, async (seen) => {
    const { page } = seen;
    await page.goto(target.path, { waitUntil: "commit" });
    await page.evaluate(() => window.bench.figures());
    await wait(rest);
    if (speed === "slow") await slowDown(seen);
    const trip = new Map<string, Moved>();
    let left: Place | undefined;
    for (const move of moves) {
      const before = await placeOf(page, move.former);
      const { moved, leaves } = await make(page, move);
      await wait(rest);
      const isRestored = move.click ? undefined : same(left, await placeOf(page, move.next));
      trip.set(move.name, { ...moved, isRestored });
      left = { ...before, top: leaves };
    }
    return trip;
  });
}

interface Place {
  address: string;
  rows: string;
  top: number;
}

const placeOf = (page: Page, { selector }: Sight): Promise<Place> =>
  page.evaluate(
    (rows) => ({ address: location.href, rows: window.bench.textOf(rows), top: Math.round(scrollY) }),
    selector,
  );

const same = (before: Place | undefined, now: Place) =>
  before?.address === now.address && before.rows === now.rows && Math.abs(before.top - now.top) <= 1;

async function make(page: Page, { former, next, click, isChange }: Move): Promise<{ moved: Moved; leaves: number }> {
  const unlike = isChange
    ? await page.evaluate((selector) => window.bench.textOf(selector), former.selector)
    : undefined;
  const way = { former: { ...former, unlike: undefined }, next: { ...next, unlike }, isBack: !click };
  if (click) {
    await page.evaluate((top) => scrollTo(0, top), scrolled);
    await (await click(page)).hover();
    await wait(dwell);
  }
  const leaves = await page.evaluate((begun) => {
    window.benchMove = window.bench.move(begun);
    return Math.round(scrollY);
  }, way);
  if (click) {
    await page.mouse.down();
    await page.mouse.up();
  }
  const moved = await page.evaluate(() => window.benchMove);
  if (!moved) throw new Error("the page was loaded anew in the middle of a move");
  return { moved, leaves };
}

const together = (moves: readonly Moved[]): Moved => ({
  ms: median(moves.map(({ ms }) => ms)),
  blanks: Math.max(...moves.map(({ blanks }) => blanks)),
  isRestored: moves.some(({ isRestored }) => isRestored === undefined)
    ? undefined
    : moves.every(({ isRestored }) => isRestored),
});
