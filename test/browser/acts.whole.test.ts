import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectErrors, failedRequest, goInside, openPage, quiet, signIn } from "~/test/support/browser";
import { actsOf, areas, dialogs, isActsName, lines, refuseWrites } from "~/test/support/screen-acts";
import { Addresses, admin, screens, stands } from "~/test/support/walk";

/** Cancels an open dialog; gives whether there was one. */
async function cancel(page: Page): Promise<boolean> {
  if ((await dialogs(page).count()) === 0) return false;
  const button = dialogs(page)
    .last()
    .getByRole("button", { name: /^(取消|关闭)$/ });
  if (await button.count()) await button.first().click();
  else await page.keyboard.press("Escape");
  await expect.poll(() => dialogs(page).count(), { interval: 20 }).toBe(0);
  return true;
}

/** What the screens so far have led to, and what they asked, in all areas. */
const ledTo = new Addresses();
const cancelled: string[] = [];

test.for(areas)("what an act of $area asks can be cancelled, and then nothing is written", async ({ screens }) => {
  expectErrors(failedRequest);
  const page = await openPage();
  // An act that asks nothing is refused instead of done.
  const writes = await refuseWrites(page);
  await signIn(page, admin, "/personal-center");
  for (const screen of screens) {
    const address = ledTo.of(screen);
    const begin = async () => {
      await cancel(page);
      if (page.url().endsWith(address)) return;
      // The step back that closed an act before may come late, and take this one back with it.
      const arrives = async () => {
        if (!page.url().endsWith(address)) await goInside(page, address);
        await quiet(page, 150);
        return page.url().endsWith(address);
      };
      await expect.poll(arrives, { message: address }).toBe(true);
      await stands(page, screen);
    };
    const tryAct = async (name: string, button: Locator) => {
      // What the act before asks may have come late after all, and cover it.
      const isFree = async () => {
        await cancel(page);
        return button.click({ trial: true, timeout: 5000 }).then(
          () => true,
          () => false,
        );
      };
      await expect.poll(isFree, { message: `${screen.path} ${name}`, interval: 20 }).toBe(true);
      writes.length = 0;
      const before = page.url();
      await button.click();
      await quiet(page, 100);
      const isInAddress = page.url() !== before;
      if (!(await cancel(page))) return;
      // What is in the address is closed by going back, which takes time: a step forward meanwhile would be undone with it.
      if (isInAddress) await quiet(page, 100);
      cancelled.push(`${screen.path} ${name}`);
      expect(writes, cancelled.at(-1)).toEqual([]);
    };
    await begin();
    await ledTo.collect(page);
    for (const name of await actsOf(page)) {
      const button = page.getByRole("main").getByRole("button", { name, exact: true }).first();
      await begin();
      // An act before may have led to another look of the screen.
      if (!(await button.isVisible())) continue;
      await tryAct(name, button);
      for (const line of (await lines(page).allTextContents()).filter(isActsName)) {
        await begin();
        if (!(await lines(page).count())) await button.click();
        await tryAct(line, lines(page).filter({ hasText: line }).first());
      }
      if (await lines(page).count()) await page.keyboard.press("Escape");
    }
  }
});

test("most screens ask something", () => {
  expect(cancelled.length).toBeGreaterThan(screens.length);
});
