import { describe, expect, test } from "vitest";
import { openPage, signIn, toast } from "~/test/support/browser";
import { addCustomer } from "~/test/support/browser-rows";

const seller = "sales@demo.test";

describe.each([
  { width: "desktop", phone: false },
  { width: "phone", phone: true },
])("on the $width", ({ phone }) => {
  test("a plan with a customer is seen in list and calendar, done, and taken back", async () => {
    const page = await openPage({ phone });
    const title = phone ? "手机上约的看房" : "电脑上约的看房";
    const { address } = await addCustomer(page, seller);
    await signIn(page, seller, address);
    await page.getByRole("tab", { name: "日程" }).click();
    await page.getByRole("button", { name: "新增日程" }).click();
    const form = page.getByRole("dialog", { name: "新增日程" });
    await form.getByRole("textbox", { name: "标题" }).fill(title);
    // The next full hour, which from 23:00 on is tomorrow's.
    const start = await form.getByRole("button", { name: /^开始时间/ }).getAttribute("aria-label");
    const [day = ""] = /\d{4}-\d\d-\d\d/.exec(start ?? "") ?? [];
    await form.getByRole("button", { name: "保存" }).click();
    await toast(page, "日程已添加").waitFor();
    await page.getByRole("button", { name: title, exact: true }).waitFor();

    await page.getByRole("link", { name: /^日程/ }).first().click();
    await page.waitForURL("**/schedule-list*");
    await page.goto(`/schedule-list?view=${phone ? "week" : "month"}&day=${day}`);
    if (phone) await page.getByRole("button", { name: /项日程$/, pressed: true }).waitFor();
    else await page.getByRole("list", { name: "月历" }).waitFor();
    const entry = page.getByRole("button", { name: title });
    // A day's fourth and further entries stand behind +n.
    const more = page.getByRole("button", {
      name: new RegExp(`，${Number(day.slice(5, 7))}月${Number(day.slice(8))}日 .*全部`),
    });
    await entry.or(more).first().waitFor();
    // The phone's day list holds all of them.
    if (!phone && !(await entry.count())) await more.click();
    await entry.first().waitFor();
    await page.keyboard.press("Escape");

    await page.getByRole("tab", { name: "列表" }).click();
    // What is done stands behind all that is due, and other tests plan as well.
    await page.goto("/schedule-list?view=list&page_size=100");
    await page.getByText(/^共 .+ 条$/).waitFor();
    const row = page.getByRole("row").or(page.getByRole("listitem")).filter({ hasText: title });
    await row.getByRole("button", { name: "完成" }).click();
    const outcome = page.getByRole("dialog", { name: "完成日程" });
    await outcome.getByRole("textbox", { name: "完成情况" }).fill("客户满意，约二次看房");
    await outcome.getByRole("button", { name: "完成" }).click();
    await toast(page, "日程已完成").waitFor();
    await row.getByText("已完成").waitFor();
    if (phone) {
      await row.getByRole("button", { name: /的更多操作$/ }).click();
      await page.getByRole("menuitem", { name: "撤销完成" }).click();
    } else await row.getByRole("button", { name: "撤销完成" }).click();
    await toast(page, "已恢复为待办").waitFor();
    await row.getByRole("button", { name: "完成", exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
});
