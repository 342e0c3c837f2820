import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { tryBack, tryReload } from "~/test/support/back";
import { expectErrors, failedRequest, goInside, openPage, quiet, signIn } from "~/test/support/browser";
import { actsOf, areas, dialogs, isActsName, lines, refusals, refuseWrites } from "~/test/support/screen-acts";
import { Addresses, admin, screens, stands } from "~/test/support/walk";

const ledTo = new Addresses();
let closed = 0;

test.for(areas.flatMap((area) => [false, true].map((phone) => ({ ...area, phone }))))(
  "Back closes what an act of $area opens (phone: $phone)",
  async ({ screens, phone }) => {
    expectErrors(failedRequest);
    const page = await openPage({ phone });
    await refuseWrites(page);
    await signIn(page, admin, "/personal-center");
    for (const screen of screens) {
      const address = ledTo.of(screen);
      const begin = async () => {
        // The refusal of an act before stays until it is dismissed.
        for (let left = await refusals(page).count(); left > 0; left -= 1) {
          await refusals(page).first().getByRole("button").click();
          await expect.poll(() => refusals(page).count()).toBeLessThan(left);
        }
        if (page.url().endsWith(address) && !(await dialogs(page).count())) return;
        await goInside(page, address);
        await stands(page, screen);
      };
      let hasReloaded = false;
      const tryAct = async (name: string, open: () => Promise<unknown>) => {
        const place = `${screen.path} ${name}`;
        await begin();
        if (!(await tryBack(page, place, open))) return;
        closed += 1;
        if (hasReloaded) return;
        hasReloaded = true;
        await tryReload(page, place, open);
      };
      await begin();
      await ledTo.collect(page);
      for (const name of await actsOf(page)) {
        const button = page.getByRole("main").getByRole("button", { name, exact: true }).first();
        await begin();
        // Closes what an act before has left floating, such as the columns to choose.
        await page.mouse.click(1, 1);
        await quiet(page, 50);
        // An act before may have led to another look of the screen.
        if (!(await button.isVisible())) continue;
        const openLine = async (line: Locator) => {
          if (!(await lines(page).count())) await button.click();
          await line.click();
        };
        await tryAct(name, () => button.click());
        await begin();
        if (!(await lines(page).count())) continue;
        for (const text of (await lines(page).allTextContents()).filter(isActsName))
          await tryAct(text, () => openLine(lines(page).filter({ hasText: text }).first()));
        if (await lines(page).count()) await page.keyboard.press("Escape");
        await quiet(page, 50);
      }
    }
  },
);

test("most screens open something", () => {
  expect(closed).toBeGreaterThan(screens.length);
});
