import { expect, test } from "vitest";
import { shanghaiDay } from "~/contract/day";
import { schedule } from "~/contract/schedule/schedule";
import { baseUrl, openPage, signIn, toast, tokenOf } from "~/test/support/browser";
import { addCustomer, someNumber } from "~/test/support/browser-rows";
import { callerOf } from "~/test/support/caller";
import { now } from "~/test/support/clock";

const seller = "sales@demo.test";

test("a plan with a customer is seen in list and calendar, done, and taken back", async () => {
  const page = await openPage();
  const title = `约的看房${someNumber()}`;
  const { address } = await addCustomer(page, seller);
  await signIn(page, seller, address);
  await page.getByRole("button", { name: "新增日程" }).click();
  const form = page.getByRole("dialog", { name: "新增日程" });
  await form.getByRole("textbox", { name: "标题" }).fill(title);
  // The next full hour, which from 23:00 on is tomorrow's.
  const start = await form.getByRole("button", { name: /^开始时间/ }).getAttribute("aria-label");
  const [day = ""] = /\d{4}-\d\d-\d\d/.exec(start ?? "") ?? [];
  await form.getByRole("button", { name: "保存" }).click();
  await toast(page, "日程已新增").waitFor();
  await page.getByRole("button", { name: title, exact: true }).waitFor();

  await page.getByRole("link", { name: /^日程/ }).first().click();
  await page.waitForURL("**/schedule-list*");
  await page.goto(`/schedule-list?view=month&day=${day}`);
  await page.getByRole("list", { name: "月历" }).waitFor();
  const entry = page.getByRole("button", { name: title });
  // A day's fourth and further entries are behind +n.
  const more = page.getByRole("button", {
    name: new RegExp(`，${Number(day.slice(5, 7))}月${Number(day.slice(8))}日 .*全部`),
  });
  await entry.or(more).first().waitFor();
  if (!(await entry.count())) await more.click();
  await entry.first().waitFor();
  await page.keyboard.press("Escape");

  await page.getByRole("tab", { name: "列表" }).click();
  // Done items come after all that is due, and other tests plan as well.
  await page.goto("/schedule-list?view=list&page_size=100");
  await page.getByText(/^共 .+ 条$/).waitFor();
  const row = page.getByRole("row").filter({ hasText: title });
  await row.getByRole("button", { name: "完成" }).click();
  const outcome = page.getByRole("dialog", { name: "完成日程" });
  await outcome.getByRole("textbox", { name: "完成情况" }).fill("客户满意，约二次看房");
  await outcome.getByRole("button", { name: "完成" }).click();
  await toast(page, "日程已完成").waitFor();
  await row.getByText("已完成").waitFor();
  await row.getByRole("button", { name: "撤销完成" }).click();
  await toast(page, "已恢复为待办").waitFor();
  await row.getByRole("button", { name: "完成", exact: true }).waitFor();
});

test("on the phone a plan is seen below its week", async () => {
  const page = await openPage({ phone: true });
  const title = `手机上约的看房${someNumber()}`;
  const { id } = await addCustomer(page, seller);
  const at = now() + 3_600_000;
  const body = { title, type: "visit" as const, customer_id: id, start_at: new Date(at).toISOString() };
  const made = await callerOf(baseUrl, await tokenOf(page, seller))(schedule.create, { body });
  expect(made.code, made.message).toBe(200);
  await signIn(page, seller, `/schedule-list?view=week&day=${shanghaiDay(0, at)}`);
  await page.getByRole("button", { name: /项日程$/, pressed: true }).waitFor();
  await page.getByRole("button", { name: title }).first().waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
