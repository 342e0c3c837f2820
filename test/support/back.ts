import type { Page, Request } from "playwright-core";
import { expect } from "vitest";
import { quiet } from "./browser";
import { isEvents } from "./weigh";

// What Back, Forward and a reload do with what lies on top of a page.

/** What lies on top: dialogs and drawers, not what merely floats. */
const overlays = (page: Page) =>
  page.locator("[role=dialog][aria-modal=true], aside[role=dialog]").filter({ visible: true });

/** Where a page is in its history, what lies on top of it, and how far it is scrolled. */
const placeOf = async (page: Page) => ({
  overlays: await overlays(page).count(),
  ...(await page.evaluate(() => ({
    at: window.location.pathname + window.location.search,
    index: window.history.state?.idx ?? 0,
    scroll: window.scrollY,
  }))),
});
type Place = Awaited<ReturnType<typeof placeOf>>;

const comesTo = (page: Page, expected: Partial<Place>, message: string) =>
  expect.poll(() => placeOf(page), { message, interval: 20 }).toMatchObject(expected);

const through = (page: Page, by: number) => page.evaluate((by) => window.history.go(by), by);

/** What a screen asks for at once. */
function countAsked(page: Page): { stop: () => string[] } {
  const asked: string[] = [];
  const hear = (request: Request) => {
    if (isEvents(request)) return;
    const { pathname, search } = new URL(request.url());
    // A select that was opened with what lies on top asks for its options when it is drawn.
    if (/^\/(api|crm)\//.test(pathname) && !pathname.endsWith("/options"))
      asked.push(`${request.method()} ${pathname}${search}`);
  };
  page.on("request", hear);
  return {
    stop: () => {
      page.off("request", hear);
      return asked;
    },
  };
}

/**
 * Opens something from a page without anything on top, and goes Back, Forward and Back; opens it again and reloads. Gives whether
 * something was opened. What has an address comes again by Forward and with the reload.
 */
export async function tryBack(page: Page, name: string, open: () => Promise<unknown>): Promise<boolean> {
  const before = await placeOf(page);
  await open();
  await quiet(page, 100);
  const opened = await placeOf(page);
  const pathOf = ({ at }: Place) => at.split("?", 1)[0];
  // What leads to another page is a link: Back closes what lies on top there, and then leads here.
  if (opened.overlays === 0 || pathOf(opened) !== pathOf(before)) return false;
  const hasAddress = opened.at !== before.at;
  await expect
    .poll(async () => (await placeOf(page)).index, { message: `${name}: opened` })
    .toBeGreaterThan(before.index);
  await quiet(page, 100);
  // The hand may have scrolled on its way to the act; what has an address may fill the window.
  const { scroll: _, ...place } = before;
  const back = hasAddress ? place : { ...place, scroll: opened.scroll };
  const asked = countAsked(page);
  await through(page, -1);
  await comesTo(page, back, `${name}: Back`);
  await quiet(page, 100);
  await comesTo(page, back, `${name}: after Back`);
  if (!hasAddress) expect(asked.stop(), `${name}: asked on closing`).toEqual([]);
  asked.stop();
  await through(page, 1);
  if (hasAddress) {
    await comesTo(page, { at: opened.at, overlays: opened.overlays }, `${name}: Forward`);
    await quiet(page, 100);
    await through(page, -1);
  }
  await quiet(page, 100);
  await comesTo(page, back, `${name}: Forward, and what is gone`);
  return true;
}

/** Reloads with something on top: it is gone but for what has an address, and Back leaves no dead entry behind. */
export async function tryReload(page: Page, name: string, open: () => Promise<unknown>): Promise<void> {
  const { at, index } = await placeOf(page);
  await open();
  await quiet(page, 100);
  const opened = await placeOf(page);
  await page.reload();
  await quiet(page, 150);
  if (opened.at !== at) {
    await comesTo(page, { at: opened.at, overlays: opened.overlays }, `${name}: reloaded`);
    await through(page, -1);
  }
  await comesTo(page, { at, index, overlays: 0 }, `${name}: after the reload`);
}
