import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { allScreens } from "~/contract/screens";
import { baseUrl, frame, openPage, submitLogin, tokenOf } from "~/test/support/browser";
import { type Weight, weigh } from "~/test/support/weigh";

// The budgets of the first visits: requests, and sizes in KB. The bench prints them as well, and every further screen's.

/** Words that only the code of charts, editors, spreadsheets and maps holds; "xlsx" alone is a format that a contract names. */
const heavy = /recharts|ProseMirror|tiptap|exceljs|sheetjs|xl\/workbook|echarts|leaflet/i;

/** What the names of Mantine's floating parts are in its code: no list waits for them (decision 1330). */
const floating = /@mantine\/core\/(Popover|Menu|Tooltip|Combobox|Drawer|Modal)"/;

/** Scripts that hold what a list or a form must not carry, or that came unpacked. */
async function strangers({ scripts }: Weight, words = heavy): Promise<string[]> {
  const found: string[] = [];
  for (const script of scripts) {
    const isPacked = script.headers()["content-encoding"] === "br";
    if (!isPacked || words.test(await script.text())) found.push(script.url());
  }
  return found;
}

async function signedIn(role: string): Promise<Page> {
  const page = await openPage();
  const token = await tokenOf(page, `${role}@demo.test`);
  await page.context().addCookies([{ name: "access_token", value: token, url: baseUrl }]);
  return page;
}

test("the sign-in page: 160 KB of scripts, 15 KB of styles, nothing of the staff frame and of the map of screens", async () => {
  const page = await openPage();
  const weight = await weigh(page, () => page.goto("/login"));
  expect(weight.js).toBeLessThanOrEqual(160);
  expect(weight.css).toBeLessThanOrEqual(15);
  expect(weight.requests).toBeLessThanOrEqual(12);
  expect(await strangers(weight)).toEqual([]);
  const texts = await Promise.all(weight.scripts.map((script) => script.text()));
  const titles = allScreens.filter((screen) => !screen.public).map(({ title }) => title);
  expect(titles.filter((title) => texts.some((text) => text.includes(title)))).toEqual([]);
  expect(titles).toContain("线索审核");

  await submitLogin(page, "super_admin@demo.test");
  await frame(page).waitFor();
});

describe("a list: 22 requests, 290 KB of scripts, 330 KB in all but its pictures, 100 KB of these", () => {
  test.each(["/customer/publicCustomer", "/house/estate-list", "/schedule-list", "/system/user"])(
    "%s",
    async (path) => {
      const page = await signedIn("super_admin");
      await page.addInitScript(waitToRest);
      const list = await weigh(page, () => page.goto(path));
      // Pictures load when the rows are shown.
      expect(list.requests - list.pictures).toBeLessThanOrEqual(22);
      expect(list.js).toBeLessThanOrEqual(290);
      expect(list.all - list.pictured).toBeLessThanOrEqual(330);
      // Twenty small ones, each of the 480 pixels or fewer that a card shows.
      expect(list.pictured).toBeLessThanOrEqual(100);
      expect(list.again).toEqual([]);
      expect(await strangers(list)).toEqual([]);
      expect(await strangers(list, floating)).toEqual([]);
    },
  );
});

test("a further screen: 32 KB more", async () => {
  const page = await signedIn("sales");
  await page.addInitScript(waitToRest);
  await weigh(page, () => page.goto("/customer/tracking"));
  await page.locator("tbody td[class*=title]").getByRole("link").first().click();
  const detail = await weigh(page, async () => {
    await page.getByRole("link", { name: "查看完整页面" }).click();
    await page.getByRole("tab", { name: "需求" }).waitFor();
  });
  expect(detail.js + detail.css).toBeLessThanOrEqual(32);
  expect(await strangers(detail)).toEqual([]);
});

test("the dashboard: 25 requests, 340 KB in all, and no chart before the page stands", async () => {
  const page = await signedIn("sales");
  await page.addInitScript(waitToRest);
  const weight = await weigh(page, async () => {
    await page.goto("/dashboard");
    await page.getByRole("region", { name: "今日工作" }).waitFor();
  });
  expect(weight.requests).toBeLessThanOrEqual(25);
  expect(weight.all).toBeLessThanOrEqual(340);
  expect(await strangers(weight)).toEqual([]);
  await page.getByRole("button", { name: "更多数据" }).click();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 600);
      await page.evaluate(() => window.dispatchEvent(new Event("rest")));
      return page.getByRole("region", { name: "转化漏斗" }).count();
    })
    .toBe(1);
});

/** The browser has time at the event `rest` only: what waits for that would come at a moment of its own. */
function waitToRest(): void {
  window.requestIdleCallback = (act) => {
    window.addEventListener("rest", () => act({ didTimeout: false, timeRemaining: () => 50 }), { once: true });
    return 0;
  };
}
