import type { Page } from "playwright-core";
import { expect } from "vitest";
import { allScreens, type PlacedScreen, partAt, titleOfNew } from "~/contract/screens";
import { findings, overflow, unreachable } from "./axe";
import { goInside, openPage, quiet, signIn } from "./browser";

// Over every screen, by the map: what holds for all of them.

export const admin = "super_admin@demo.test";
export const screens = allScreens.filter((screen) => screen.file && !screen.public);

/** The addresses that the screens so far have led to: a record's screen is opened at one of them. */
export class Addresses {
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
  "/Covenant/covenantList": ["?tab=bills"],
  "/clue/accountStatement": ["?view=compare"],
  "/article/news-tag": ["?tab=category"],
  "/resources/keyword": ["?tab=stats"],
  "/resources/reportDownload": ["?tab=download"],
  "/system/setCenter": ["?tab=target"],
};

/** Screens named after their record: the page's title begins with the name, not with a screen's title. */
const named = ["/customer/editCustomerInfo/:id"];
const titles = allScreens.map(({ title }) => `${title} · `);

/** Waits until the screen is shown, with all that it has asked for. */
export async function stands(page: Page, screen: PlacedScreen): Promise<void> {
  const { path } = screen;
  const { pathname, search, searchParams } = new URL(page.url());
  const part = partAt({ pathname, search });
  const title = titleOfNew(screen, searchParams) ?? part?.title ?? screen.heading ?? screen.title;
  const isCalledSo = (whole: string) =>
    named.includes(path) ? !titles.some((one) => whole.startsWith(one)) : whole.includes(title);
  await expect.poll(async () => isCalledSo(await page.title()), { message: path, interval: 20 }).toBe(true);
  await quiet(page, 150);
  const main = page.getByRole("main");
  await expect.poll(() => main.textContent(), { message: path }).toMatch(/\S/);
  const refused = main.getByText(/^(加载失败|页面不存在|您没有查看该内容的权限)/);
  await expect.poll(() => refused.count(), { message: path }).toBe(0);
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
    const isNarrowed = [...main.querySelectorAll("button")].some(({ textContent }) => textContent === "清空");
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

/** What is positioned outside of the box around it that clips or scrolls: out of sight, it makes the page wider or longer. */
const escaped = (page: Page): Promise<string[]> =>
  page.locator("body").evaluate((body) => {
    const isHolding = ({ position, transform, filter, contain }: CSSStyleDeclaration) =>
      position !== "static" || transform !== "none" || filter !== "none" || contain !== "none";
    const boxLeft = (element: Element): Element | undefined => {
      for (let box = element.parentElement; box && box !== body; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (isHolding(style)) return undefined;
        if (style.overflowX !== "visible" || style.overflowY !== "visible") return box;
      }
      return undefined;
    };
    return [...body.querySelectorAll("*")]
      .filter((one) => getComputedStyle(one).position === "absolute" && one.checkVisibility())
      .flatMap((one) => {
        const box = boxLeft(one);
        return box ? [`${one.outerHTML.slice(0, 120)} escapes ${box.tagName}.${box.className}`] : [];
      })
      .slice(0, 3);
  });

/** Fields with smaller letters than those that iOS does not zoom into. */
const smallFields = (page: Page): Promise<string[]> =>
  page
    .locator("body")
    .evaluate((body) =>
      [...body.querySelectorAll("input, textarea, select, [contenteditable=true]")]
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => `a field of ${getComputedStyle(field).fontSize}: ${field.outerHTML.slice(0, 120)}`),
    );

const desktop = { width: 1440, height: 900 };

/** The narrower windows of the desk in which a list's page is wider than its window. */
async function tooWide(page: Page): Promise<string[]> {
  if ((await page.locator("main table[data-density]").count()) === 0) return [];
  const found: string[] = [];
  for (const width of [1366, 1280]) {
    await page.setViewportSize({ ...desktop, width });
    // Once the table has noticed that it is to scroll by itself.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    found.push(...(await overflow(page)).map((one) => `at ${width}: ${one}`));
  }
  await page.setViewportSize(desktop);
  return found;
}

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

/** What a place has been drawn with, by screen and view, at the desk. */
const onDesktop = new Map<string, readonly string[]>();

/** The places at which the desktop has drawn something for the first time. */
const firstOnDesktop = new Set<string>();

/** Whether a place's parts were at other places before, as far as the desktop has been walked over. */
export const isKnown = (place: string): boolean => firstOnDesktop.size > 0 && !firstOnDesktop.has(place);

interface Walk {
  phone: boolean;
  /** What is left out, by path and view. */
  isLeftOut?: (place: string) => boolean;
  addresses?: Addresses;
}

/** Opens every screen and goes back over them; names what is wrong with each. */
export async function walk({ phone, isLeftOut, addresses = new Addresses() }: Walk): Promise<Record<string, string[]>> {
  const page = await openPage({ phone });
  await signIn(page, admin, "/personal-center");
  const wrong: Record<string, string[]> = {};
  // Axe looks at what is drawn for the first time; on the phone, at what it draws otherwise than the desktop.
  const lookedAt = new Set<string>();
  const visits: { url: string; title: string }[] = [];
  let looked = 0;
  const look = async (screen: PlacedScreen, view = "") => {
    const place = screen.path + view;
    if (isLeftOut?.(place)) return;
    await goInside(page, view ? place : addresses.of(screen));
    await stands(page, screen);
    await addresses.collect(page);
    visits.push({ url: page.url(), title: await page.title() });
    const drawn = await drawnWith(page);
    const known = new Set([...lookedAt, ...((phone && onDesktop.get(place)) || [])]);
    const isNew = drawn.some((one) => !known.has(one));
    if (isNew) for (const one of drawn) lookedAt.add(one);
    if (!phone) onDesktop.set(place, drawn);
    if (!phone && isNew) firstOnDesktop.add(place);
    // Every other screen in the dark, on the phone the others.
    looked += 1;
    await paint(page, (looked % 2 === 0) !== phone);
    const found = [...(await overflow(page)), ...(await unreachable(page)), ...(isNew ? await findings(page) : [])];
    found.push(...(await rivals(page)), ...(await untidy(page)), ...(await escaped(page)));
    if (phone) found.push(...(await smallFields(page)));
    else found.push(...(await crampedLists(page)), ...(await unfound(page, screen)), ...(await tooWide(page)));
    if (found.length) wrong[page.url()] = found;
  };
  const goBack = async () => {
    for (const { url, title } of visits.splice(0).reverse().slice(1)) {
      await page.goBack();
      await page.waitForURL(url);
      // It is the screen's own once what it shows has come.
      await expect.poll(() => page.title(), { message: url, interval: 20 }).toBe(title);
    }
  };
  for (const screen of screens) {
    await look(screen);
    for (const view of otherViews[screen.path] ?? []) await look(screen, view);
    // Chromium remembers 50 pages.
    if (visits.length > 25) await goBack();
  }
  await goBack();
  return wrong;
}
