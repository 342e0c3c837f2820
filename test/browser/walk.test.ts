import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { allScreens, type PlacedScreen } from "~/contract/screens";
import { served } from "~/server/resources/areas";
import { findings, overflow, unreachable } from "~/test/support/axe";
import { expectErrors, failedRequest, goInside, openPage, quiet, signIn } from "~/test/support/browser";

// Over every screen, by the map: what holds for all of them.

const admin = "super_admin@demo.test";
const pages = allScreens.filter((screen) => screen.file && !screen.public);

/** The addresses that the screens so far have led to: a record's screen is opened at one of them. */
class Addresses {
  readonly #known = new Set<string>();

  async collect(page: Page): Promise<void> {
    const links = page.getByRole("main").locator("a[href^='/']");
    for (const address of await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? "")))
      this.#known.add(address);
  }

  /** Where a message would lead to. */
  #ofMessage(path: string): string | undefined {
    const records = fromMessages[path];
    const known = [...this.#known].find((address) => address.startsWith(`${records}?`));
    const id = known && new URL(known, "http://x").searchParams.get("id");
    return id ? path.replace(/:\w+/, id) : undefined;
  }

  /** Where a record's menu would lead to. */
  #ofMenu(path: string): string | undefined {
    const way = fromMenus[path];
    const known = way && [...this.#known].find((address) => address.startsWith(`${way.list}?open=`));
    return known && `${path}?${way.by}=${new URL(known, "http://x").searchParams.get("open")}`;
  }

  of({ path, menu }: PlacedScreen): string {
    const pattern = new RegExp(`^${path.replace(/:\w+/g, "[^/?]+")}(\\?|$)`);
    const known = [...this.#known].filter((address) => pattern.test(address));
    // A record rather than the form of a new one.
    const address = menu
      ? path
      : (known.find((one) => /\bid=/.test(one)) ?? known[0] ?? this.#ofMessage(path) ?? this.#ofMenu(path) ?? path);
    if (address.includes(":")) throw new Error(`no screen leads to ${path}`);
    return address;
  }
}

/** Screens that only messages lead to, each with the one whose records it shows. */
const fromMessages: Record<string, string> = {
  "/inquiry/estate-inquiry/inquiryInfo/:inquiryId": "/inquiry/estate-inquiry/inquiry-detail",
};

/** Screens of a record that on the phone only the menu of its card leads to, with the list where it opens. */
const fromMenus: Record<string, { list: string; by: string }> = {
  "/agent/list/childAgent": { list: "/agent/list", by: "agent_id" },
};

/** Other views of a screen, which are drawn otherwise than the first, or hold another list. */
const otherViews: Record<string, readonly string[]> = {
  "/schedule-list": ["?view=month", "?view=week"],
  "/customer/customerInfor": ["?view=transfer"],
  "/Covenant/covenantList": ["?view=billing"],
  "/clue/accountStatement": ["?view=compare"],
  "/article/news-tag": ["?tab=category"],
  "/resources/keyword": ["?tab=stats"],
  "/resources/reportDownload": ["?tab=download"],
  "/system/setCenter": ["?tab=target"],
};

/** Screens that are called by their record: the name, and no screen's title, stands before the product's. */
const named = ["/customer/editCustomerInfo/:id"];
const titles = allScreens.map(({ title }) => `${title} · `);

/** Waits until the screen stands, with all that it has asked for. */
async function stands(page: Page, { path, title }: PlacedScreen): Promise<void> {
  const isCalledSo = (whole: string) =>
    named.includes(path) ? !titles.some((one) => whole.startsWith(one)) : whole.includes(title);
  await expect.poll(async () => isCalledSo(await page.title()), { message: path, interval: 20 }).toBe(true);
  await quiet(page, 150);
  const main = page.getByRole("main");
  await expect.poll(() => main.textContent(), { message: path }).toMatch(/\S/);
  expect(await main.getByText(/^(加载失败|页面不存在|您没有查看该内容的权限)/).count(), path).toBe(0);
}

/** What a page is drawn with: tags and style sheet classes. */
const drawnWith = (page: Page): Promise<string[]> =>
  page.locator("body").evaluate((body) => [
    ...new Set(
      [...body.querySelectorAll("*")].map(({ tagName, classList }) =>
        // Mantine numbers the elements that have styles of their own.
        [tagName, ...[...classList].filter((name) => !name.startsWith("__m__"))].join("."),
      ),
    ),
  ]);

/** A list that scrolls sideways, has a row higher than 40 px, or of which fewer than 16 rows stand above its pager. One that is narrowed has a line that says so, or offers to keep it. */
const crampedLists = (page: Page): Promise<string[]> =>
  page.getByRole("main").evaluate((main) => {
    const table = main.querySelector("table[data-density]");
    if (!table) return [];
    const scroller = table.parentElement;
    const pager = main.querySelector("[class*=pager]")?.getBoundingClientRect().top ?? window.innerHeight;
    const isNarrowed = [...main.querySelectorAll("button")].some(({ textContent }) => textContent === "重置");
    const rows = [...table.querySelectorAll("tbody tr")];
    const inSight = rows.filter(
      (row) => row.getBoundingClientRect().bottom <= Math.min(pager, window.innerHeight),
    ).length;
    const high = Math.max(0, ...rows.map((row) => row.getBoundingClientRect().height));
    return [
      ...(scroller?.hasAttribute("data-wide") ? [`${table.scrollWidth} in ${scroller.clientWidth}`] : []),
      ...(high > 40 ? [`a row of ${high} px`] : []),
      ...(rows.length >= 16 && inSight < 16 && !isNarrowed ? [`${inSight} rows in sight`] : []),
    ];
  });

/** More than one button in a view that asks to be pressed first. */
const rivals = async (page: Page): Promise<string[]> => {
  const names = await page
    .getByRole("main")
    // Filled is what a button is unless it says otherwise.
    .locator(".mantine-Button-root:is(:not([data-variant]), [data-variant=filled])")
    .filter({ visible: true })
    .allTextContents();
  return names.length > 1 ? [`primary buttons: ${names.join(", ")}`] : [];
};

/** Links in the browser's own blue, which no sheet has coloured; pictures that a narrow cell ends in dots. */
const untidy = (page: Page): Promise<string[]> =>
  page.getByRole("main").evaluate((main) => {
    const bare = ["rgb(0, 0, 238)", "rgb(158, 158, 255)"]; // light, dark
    const links = [...main.querySelectorAll("a[href]")].filter((link) => bare.includes(getComputedStyle(link).color));
    const cells = [...main.querySelectorAll("td")].filter(
      (cell) => cell.querySelector("img, svg") && !cell.textContent && cell.scrollWidth > cell.clientWidth,
    );
    return [
      ...links.map(({ textContent }) => `a bare link: ${textContent}`),
      ...(cells.length ? [`${cells.length} pictures end in dots`] : []),
    ];
  });

const begun = new Set(allScreens.flatMap(({ acts = [] }) => acts.map(({ title }) => title)));

/** What a screen of the menu begins (its N) that the search does not begin. */
const unfound = async (page: Page, { menu, acts = [] }: PlacedScreen): Promise<string[]> => {
  if (!menu || acts.length) return [];
  const names = await page.getByRole("main").locator("[aria-keyshortcuts=N]").allTextContents();
  return names.filter((name) => !begun.has(name)).map((name) => `not begun by Ctrl+K: ${name}`);
};

/** In one of the colour schemes; only what is painted changes by it. */
const paint = (page: Page, isDark: boolean): Promise<void> =>
  page.evaluate(
    (scheme) => document.documentElement.setAttribute("data-mantine-color-scheme", scheme),
    isDark ? "dark" : "light",
  );

/** What the screens are drawn with on the desktop, where axe looks at each of them. */
const onDesktop = new Map<string, readonly string[]>();

describe.each([
  { width: "desktop", phone: false },
  { width: "phone", phone: true },
])("on the $width", ({ phone }) => {
  // Each screen twice: on a busy machine more than a test is given.
  const timeout = 900_000;
  test("every screen opens, fits, has no serious finding, and Back returns to it", { timeout }, async () => {
    const page = await openPage({ phone });
    await signIn(page, admin, "/personal-center");
    const addresses = new Addresses();
    const wrong: Record<string, string[]> = {};
    // On the phone axe looks at what it draws otherwise, once.
    const lookedAt = new Set<string>();
    const way: { screen: PlacedScreen; url: string }[] = [];
    let looked = 0;
    const look = async (screen: PlacedScreen, address: string, view = "") => {
      await goInside(page, address);
      await stands(page, screen);
      await addresses.collect(page);
      way.push({ screen, url: page.url() });
      const drawn = await drawnWith(page);
      const place = screen.path + view;
      if (!phone) onDesktop.set(place, drawn);
      const known = new Set([...lookedAt, ...(onDesktop.get(place) ?? [])]);
      const isNew = !phone || drawn.some((one) => !known.has(one));
      if (isNew) for (const one of drawn) lookedAt.add(one);
      // Every other screen in the dark, on the phone the others.
      looked += 1;
      await paint(page, (looked % 2 === 0) !== phone);
      const found = [...(await overflow(page)), ...(await unreachable(page)), ...(isNew ? await findings(page) : [])];
      found.push(...(await rivals(page)), ...(await untidy(page)));
      if (!phone) found.push(...(await crampedLists(page)), ...(await unfound(page, screen)));
      if (found.length) wrong[page.url()] = found;
    };
    const goBack = async () => {
      for (const { screen, url } of way.splice(0).reverse().slice(1)) {
        await page.goBack();
        await page.waitForURL(url);
        await stands(page, screen);
      }
    };
    for (const screen of pages) {
      await look(screen, addresses.of(screen));
      for (const view of otherViews[screen.path] ?? []) await look(screen, screen.path + view, view);
      // Chromium remembers 50 pages.
      if (way.length > 25) await goBack();
    }
    await goBack();
    expect(wrong).toEqual({});
  });
});

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

/** The names of a screen's acts, of a list's rows the first one's. */
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
const lines = (page: Page) => page.getByRole("menuitem").filter({ visible: true });

/** Cancels what stands open; gives whether something did. */
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

/** What is asked with a body, and writes nothing. */
const readings = new Set<string>(served.filter(({ endpoint }) => endpoint.isRead).map(({ endpoint }) => endpoint.line));

/** The screens of each area, so that what fails names its area and can be run alone. */
const areas = [...new Set(pages.map(({ path }) => path.split("/")[1] ?? ""))].map((area) => ({
  area,
  screens: pages.filter(({ path }) => path.split("/")[1] === area),
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
      // What stands in the address is closed by a step back, which takes its time: a step ahead meanwhile would be taken back with it.
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
      for (const line of await lines(page).allTextContents()) {
        await begin();
        if (!(await lines(page).count())) await button.click();
        await tryAct(line, lines(page).filter({ hasText: line }).first());
      }
      if (await lines(page).count()) await page.keyboard.press("Escape");
    }
  }
});

test("most screens ask something", () => {
  expect(cancelled.length).toBeGreaterThan(pages.length);
});
