import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { allScreens, type PlacedScreen } from "~/contract/screens";
import { findings } from "~/test/support/axe";
import { expectErrors, failedRequest, frame, openPage, quiet, signIn } from "~/test/support/browser";

// Over every built screen, by the map: what holds for all of them.

const admin = "super_admin@demo.test";
const home = "/personal-center";
/** A walk opens up to twenty screens, one after the other. */
const forAWalk = 900_000;

const built = allScreens.filter((screen) => screen.file && !screen.public);
const areaOf = ({ path }: PlacedScreen) => path.split("/")[1] ?? "";
const areas = [...new Set(built.map(areaOf))].map((area) => ({
  area,
  screens: built.filter((screen) => areaOf(screen) === area),
}));

/** The addresses that the pages so far have led to: a record's screen is opened at one of them. */
class Addresses {
  #known: string[] = [];

  async collect(page: Page): Promise<void> {
    const links = page.getByRole("main").locator("a[href^='/']");
    this.#known.push(...(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""))));
  }

  of({ path }: PlacedScreen): string {
    const pattern = new RegExp(`^${path.replace(/:\w+/g, "[^/?]+")}(\\?|$)`);
    const address = this.#known.find((known) => pattern.test(known)) ?? path;
    if (address.includes(":")) throw new Error(`no screen leads to ${path}`);
    return address;
  }
}

async function opened(page: Page, screen: PlacedScreen, address: string): Promise<void> {
  await page.goto(address);
  await stands(page, screen);
}

async function stands(page: Page, { path, title }: PlacedScreen): Promise<void> {
  await expect.poll(() => page.title(), { message: path }).toContain(title);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await quiet(page);
}

/** Where somebody opens each screen of an area in turn. */
async function walk(
  page: Page,
  screens: readonly PlacedScreen[],
  visit: (screen: PlacedScreen, address: string) => Promise<void>,
) {
  await signIn(page, admin, home);
  const addresses = new Addresses();
  for (const screen of screens) {
    const address = addresses.of(screen);
    await opened(page, screen, address);
    await addresses.collect(page);
    await visit(screen, address);
  }
}

describe.each([
  { width: "desktop", phone: false },
  { width: "phone", phone: true },
])("on the $width", ({ phone }) => {
  test.each(areas)(
    "/$area: each screen opens, fits, has no serious finding, and Back returns to it",
    async ({ screens }) => {
      const page = await openPage({ phone });
      const wrong: Record<string, unknown> = {};
      await walk(page, screens, async (screen, address) => {
        const found = await findings(page);
        const at = page.url();
        await frame(page).getByRole("link").last().click();
        await page.waitForURL((url) => url.href !== at);
        await page.goBack();
        await page.waitForURL(at);
        await stands(page, screen);
        if (found.length) wrong[address] = found;
      });
      expect(wrong).toEqual({});
    },
  );
});

/** Buttons that show or choose something in place: what they do has tests of its own, and none of them is an act. */
const parts =
  "[role=search], thead, [role=navigation], nav, [role=tablist], tbody tr:not(:first-child), li:not(:first-child)";

/** The names of the buttons that a screen has, of a list's rows the first one's. */
const actsOf = (page: Page): Promise<string[]> =>
  page
    .getByRole("main")
    .getByRole("button", { disabled: false })
    .filter({ visible: true })
    .evaluateAll(
      (buttons, parts) => [
        ...new Set(
          buttons
            .filter((button) => !button.closest(parts) && button.getAttribute("aria-haspopup") !== "listbox")
            .map((button) => button.getAttribute("aria-label") ?? button.textContent ?? ""),
        ),
      ],
      parts,
    );

/** Presses a button or a line of a menu; what opens is cancelled and named. */
async function tryAct(page: Page, button: Locator): Promise<string[]> {
  await button.click();
  await quiet(page);
  const dialog = page.getByRole("dialog").filter({ visible: true });
  if ((await dialog.count()) === 0) return [];
  const name =
    (await dialog.last().getAttribute("aria-label")) ??
    (await dialog.last().getByRole("heading").first().textContent());
  const cancel = dialog
    .last()
    .getByRole("button", { name: /^(取消|关闭)$/ })
    .first();
  if (await cancel.count()) await cancel.click();
  else await page.keyboard.press("Escape");
  await expect.poll(() => dialog.count(), { message: `${name} closes` }).toBe(0);
  return [name ?? ""];
}

test.each(areas)(
  "/$area: what an act asks can be cancelled",
  async ({ screens }) => {
    const page = await openPage();
    expectErrors(failedRequest);
    // An act that asks nothing is refused instead of done.
    await page.route(/\/(api|crm)\//, (route) => {
      const isWrite = route.request().method() !== "GET";
      return isWrite
        ? route.fulfill({ status: 409, json: { code: 40900, message: "试一试", data: null } })
        : route.fallback();
    });
    await walk(page, screens, async (screen, address) => {
      const dialogs: string[] = [];
      const again = async () => {
        if (page.url().endsWith(address)) return;
        await opened(page, screen, address);
      };
      for (const name of await actsOf(page)) {
        const button = page.getByRole("main").getByRole("button", { name, exact: true }).first();
        await again();
        if (!(await button.isVisible())) continue;
        dialogs.push(...(await tryAct(page, button)));
        const lines = page.getByRole("menuitem").filter({ visible: true });
        for (const line of await lines.allTextContents()) {
          await again();
          if (!(await lines.count())) await button.click();
          dialogs.push(...(await tryAct(page, lines.filter({ hasText: line }).first())));
        }
        await page.keyboard.press("Escape");
      }
      expect(dialogs.every(Boolean), `${screen.path}: ${dialogs}`).toBe(true);
    });
  },
  forAWalk,
);
