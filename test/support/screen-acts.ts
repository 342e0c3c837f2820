import type { Page } from "playwright-core";
import { served } from "~/server/resources/areas";
import { toast } from "./browser";
import { screens } from "./walk";

// The acts that screens offer, for what is tried with each of them.

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

export const isActsName = (name: string): boolean => name !== "" && !own.test(name);

/** The names of a screen's acts; in a list, those of the first row. */
export async function actsOf(page: Page): Promise<string[]> {
  const buttons = page.getByRole("main").getByRole("button", { disabled: false }).filter({ visible: true });
  const names = await buttons.evaluateAll(
    (all, parts) =>
      all
        .filter((button) => !button.closest(parts))
        .map((button) => button.getAttribute("aria-label") ?? button.textContent ?? ""),
    parts,
  );
  return [...new Set(names)].filter(isActsName);
}

export const dialogs = (page: Page) => page.getByRole("dialog").filter({ visible: true });
export const lines = (page: Page) => page.getByRole("menuitem", { disabled: false }).filter({ visible: true });

/** Requests with a body that write nothing. */
const readings = new Set<string>(served.filter(({ endpoint }) => endpoint.isRead).map(({ endpoint }) => endpoint.line));

const refusal = "试一试";

/** The notices of what was refused. */
export const refusals = (page: Page) => toast(page, refusal);

/** Refuses what a page would write, instead of doing it; gives what it has tried. */
export async function refuseWrites(page: Page): Promise<string[]> {
  const writes: string[] = [];
  await page.route(/\/(api|crm)\//, (route) => {
    const method = route.request().method();
    const line = `${method} ${new URL(route.request().url()).pathname}`;
    if (method === "GET" || readings.has(line)) return route.fallback();
    writes.push(line);
    return route.fulfill({ status: 409, json: { code: 40900, message: refusal, data: null } });
  });
  return writes;
}

/** The screens of each area, so that what fails names its area and can be run alone. */
export const areas = [...new Set(screens.map(({ path }) => path.split("/")[1] ?? ""))].map((area) => ({
  area,
  screens: screens.filter(({ path }) => path.split("/")[1] === area),
}));
