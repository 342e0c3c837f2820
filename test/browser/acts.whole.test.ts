import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { served } from "~/server/resources/areas";
import { expectErrors, failedRequest, goInside, openPage, quiet, signIn } from "~/test/support/browser";
import { Addresses, admin, screens, stands } from "~/test/support/walk";

/** Buttons that show or choose something in place: what they do has tests of its own. */
const parts = [
  "[role=search]",
  "thead",
  "nav",
  "[role=tablist]",
  "fieldset",
  "tbody tr:not(:first-child)",
  "li:not(:first-child)",
  "[aria-haspopup=listbox]",
  "[aria-haspopup=dialog]",
].join();

/** Buttons of a form or a list that are no act of a record; and 客户模式, which takes the staff's frame away: a test of its own comes back from it. */
const own = /^(保存|取消|上一页|下一页|第\d+页|客户模式)$/;

/** The names of a screen's acts; in a list, those of the first row. */
async function actsOf(page: Page): Promise<string[]> {
  const buttons = page.getByRole("main").getByRole("button", { disabled: false }).filter({ visible: true });
  const names = await buttons.evaluateAll(
    (all, parts) =>
      all
        .filter((button) => !button.closest(parts))
        .map((button) => button.getAttribute("aria-label") ?? button.textContent ?? ""),
    parts,
  );
  return [...new Set(names)].filter((name) => name && !own.test(name));
}

const dialogs = (page: Page) => page.getByRole("dialog").filter({ visible: true });
const lines = (page: Page) => page.getByRole("menuitem", { disabled: false }).filter({ visible: true });

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

/** Requests with a body that write nothing. */
const readings = new Set<string>(served.filter(({ endpoint }) => endpoint.isRead).map(({ endpoint }) => endpoint.line));

/** The screens of each area, so that what fails names its area and can be run alone. */
const areas = [...new Set(screens.map(({ path }) => path.split("/")[1] ?? ""))].map((area) => ({
  area,
  screens: screens.filter(({ path }) => path.split("/")[1] === area),
}));

/** What the screens so far have led to, and what they asked, in all areas. */
const ledTo = new Addresses();
const cancelled: string[] = [];

test.for(areas)("what an act of $area asks can be cancelled, and then nothing is written", async ({ screens }) => {
  expectErrors(failedRequest);
  const page = await openPage();
  const writes: string[] = [];
  // An act that asks nothing is refused instead of done.
  await page.route(/\/(api|crm)\//, (route) => {
    const method = route.request().method();
    const line = `${method} ${new URL(route.request().url()).pathname}`;
    if (method === "GET" || readings.has(line)) return route.fallback();
    writes.push(line);
    return route.fulfill({ status: 409, json: { code: 40900, message: "试一试", data: null } });
  });
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
      for (const line of (await lines(page).allTextContents()).filter((text) => !own.test(text))) {
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
