import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  choose,
  chooseAct,
  chooseTool,
  expectErrors,
  failedRequest,
  openPage,
  signIn,
  toast,
} from "~/test/support/browser";
import { addCustomer, newNumber } from "~/test/support/browser-rows";
import { days, makeCustomer, makeTeam, makeUser } from "~/test/support/factories";
import { ownServer } from "~/test/support/own-server";

const sales = "sales@demo.test";
const manager = "sales_manager@demo.test";
const admin = "super_admin@demo.test";
const list = "/customer/customerInfor";
const add = "/customer/addCustomerInfo";
const bin = "/customer/deleteCustomer";
const own = await ownServer();

/** A record's row, or its card on the phone. */
const rowOf = (page: Page, text: string): Locator =>
  page.getByRole("row").or(page.getByRole("listitem")).filter({ hasText: text });

/** Types a number as a person does: the check begins when the field is left. */
async function typePhone(page: Page, number: string) {
  const field = page.getByRole("textbox", { name: "手机号", exact: true });
  await field.fill(number);
  await field.blur();
}

test("a customer is made, and collides while it is typed again", async () => {
  const page = await openPage();
  const number = newNumber();
  await signIn(page, sales, add);
  await page.getByRole("textbox", { name: /客户姓名/ }).fill("陆知远");
  await typePhone(page, number);
  await choose(page, page.getByRole("textbox", { name: /客户来源/ }), "来电");
  await page.getByRole("button", { name: "保存" }).click();
  await toast(page, "已新增").waitFor();
  await page.getByRole("heading", { name: "陆知远", level: 1 }).waitFor();

  await signIn(page, manager, add);
  await page.getByRole("textbox", { name: /客户姓名/ }).fill("另一位客户");
  await typePhone(page, `+86 ${number.slice(0, 3)}-${number.slice(3, 7)} ${number.slice(7)}`);
  const notice = page.getByRole("alert").filter({ hasText: "该客户已由【" });
  await notice.waitFor();
  await expect.poll(() => notice.getByRole("button", { name: "接管" }).count()).toBe(0);
});

test("from the home page a customer is added by two presses; whose a number is moves nothing", async () => {
  const page = await openPage();
  const number = newNumber();
  await signIn(page, sales, "/dashboard");
  await page.getByRole("heading", { name: "待办" }).waitFor();
  const begin = async () => {
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "新增客户" });
    const name = dialog.getByRole("textbox", { name: "客户姓名" });
    await name.waitFor();
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
    return dialog;
  };
  const first = await begin();
  await page.keyboard.type("陆知远");
  await first.getByRole("textbox", { name: "手机号" }).fill(number);
  await choose(page, first.getByRole("textbox", { name: "客户来源" }), "来电");
  await first.getByRole("button", { name: "保存" }).click();
  await page.getByText("已新增陆知远").waitFor();
  await first.waitFor({ state: "hidden" });
  expect(new URL(page.url()).pathname).toBe("/dashboard");

  // The source is remembered: a press begins, another one saves.
  const second = await begin();
  await expect.poll(() => second.getByRole("textbox", { name: "客户来源" }).inputValue()).toBe("来电");
  await page.keyboard.type("陆远知");
  const places = () =>
    second
      .locator("[data-field], [data-form-foot]")
      .evaluateAll((parts: HTMLElement[]) => parts.map((part) => part.offsetTop));
  const before = await places();
  await second.getByRole("textbox", { name: "手机号" }).fill(number);
  await page.keyboard.press("Tab");
  const card = second.getByRole("region", { name: "客户重复提示" });
  await card.waitFor();
  expect(await places()).toEqual(before);
  const source = await second.locator("[data-field=source]").boundingBox();
  expect((source?.x ?? 0) + (source?.width ?? 0)).toBeLessThanOrEqual((await card.boundingBox())?.x ?? 0);
  await second.getByRole("textbox", { name: "手机号" }).fill(newNumber());
  await page.keyboard.press("Control+Enter");
  await page.getByText("已新增陆远知").waitFor();
});

test("a customer whom nobody has followed up for months is taken over out of the form", async () => {
  const { id: team_id } = await makeTeam(own.db);
  const owner = await makeUser(own.db, { role: "sales", team_id });
  const taker = await makeUser(own.db, { role: "sales_manager", team_id });
  // In the demo's data a customer idle for so long goes to the pool at two in the morning.
  const [assigned_at, phone] = [days(-100), newNumber()];
  const stale = { owner_id: owner.id, created_at: assigned_at, assigned_at, last_tracking_at: assigned_at };
  await makeCustomer(own.db, { name: "江久候", phone, ...stale });
  const page = await openPage();
  await own.show(page, taker.id, add);
  await page.getByRole("textbox", { name: /客户姓名/ }).fill("另一位客户");
  await typePhone(page, phone);
  await page.getByText(/天无跟进，可接管/).waitFor();
  await choose(page, page.getByRole("textbox", { name: /客户来源/ }), "来电");
  await page.getByRole("button", { name: "接管", exact: true }).click();
  await page.getByRole("dialog", { name: "接管客户" }).getByRole("button", { name: "接管" }).click();
  await toast(page, "已接管").waitFor();
  await page.getByRole("heading", { name: "江久候", level: 1 }).waitFor();
  await page.getByRole("strong").filter({ hasText: "接管" }).first().waitFor();
});

test("a file is looked through, imported and taken back", async () => {
  const page = await openPage();
  await signIn(page, manager, list);
  await chooseTool(page, "导入");
  const dialog = page.getByRole("dialog", { name: "导入客户" });
  const [first, second] = [newNumber(), newNumber()];
  const csv = `客户姓名,手机号,客户来源\n导入甲,${first},来电\n导入乙,${second},来电\n导入丙,12,来电\n`;
  await dialog
    .getByLabel("选择文件")
    .setInputFiles({ name: "客户.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await dialog.getByRole("button", { name: "预检" }).click();
  await dialog.getByText("共 3 行，可导入 2 行，失败 1 行。").waitFor();
  await dialog.getByRole("cell", { name: "手机号格式不正确" }).waitFor();
  await dialog.getByRole("button", { name: "导入 2 行" }).click();
  await dialog.getByText("共 3 行，已导入 2 行，失败 1 行。").waitFor();
  await dialog.getByRole("button", { name: "撤销" }).click();
  await toast(page, "已撤销 2 条").waitFor();
  await dialog.getByRole("button", { name: "完成" }).click();

  await signIn(page, admin, `${bin}?keyword=${first}`);
  await rowOf(page, "导入甲").waitFor();
});

test.each([true, false])("which column is what is asked in a step that fits the screen (phone: %s)", async (phone) => {
  const page = await openPage({ phone });
  // The phone has no toolbar: the dialog has its address.
  await signIn(page, manager, `${list}?import=1`);
  const dialog = page.getByRole("dialog", { name: "导入客户" });
  // The user's answers are kept.
  const [called, reached] = phone ? ["称呼", "联络"] : ["怎么称呼", "怎么联络"];
  const csv = `${called},${reached},${"一个很长的标题".repeat(8)}\n列对应甲,${newNumber()},x\n`;
  await dialog
    .getByLabel("选择文件")
    .setInputFiles({ name: "名片.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await dialog.getByRole("button", { name: "预检" }).click();
  await dialog.getByText("没有认出列名，请指定各列是什么").waitFor();
  await choose(page, dialog.getByRole("textbox", { name: "客户姓名", exact: true }), `${called}（第1列）`);
  await choose(page, dialog.getByRole("textbox", { name: "手机号" }), `${reached}（第2列）`);
  const columns = dialog.getByRole("listitem");
  const [first, second] = [await columns.nth(0).boundingBox(), await columns.nth(1).boundingBox()];
  expect(first?.x === second?.x).toBe(phone);
  await expect.poll(() => dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await dialog.getByRole("button", { name: "预检" }).click();
  await dialog.getByText("预检通过").waitFor();
  await dialog.getByText(/不导入的列：一个很长的标题/).waitFor();
});

test("a customer goes to the recycle bin, comes back, and is at last destroyed", async () => {
  const page = await openPage();
  const { name, number, address } = await addCustomer(page, sales);
  await signIn(page, admin, address);
  const recycle = async () => {
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    await chooseAct(page, "移入回收站");
    const dialog = page.getByRole("dialog", { name: "移入回收站" });
    await dialog.getByRole("textbox", { name: "移入原因" }).fill("重复录入的资料");
    await dialog.getByRole("button", { name: "移入回收站", exact: true }).click();
    await toast(page, "已移入回收站").waitFor();
  };
  await recycle();

  await page.goto(`${bin}?keyword=${number}`);
  await chooseAct(page, "恢复", rowOf(page, name));
  await page.getByRole("dialog", { name: "恢复客户" }).getByRole("button", { name: "恢复" }).click();
  await toast(page, "已恢复").waitFor();
  await page.goto(address);
  await recycle();

  await page.goto(`${bin}?keyword=${number}`);
  await chooseAct(page, "彻底删除", rowOf(page, name));
  const dialog = page.getByRole("dialog", { name: "彻底删除客户" });
  await dialog.getByRole("button", { name: "彻底删除" }).click();
  await dialog.getByText("请输入“彻底删除”", { exact: true }).waitFor();
  await dialog.getByRole("textbox", { name: "确认" }).fill("彻底删除");
  await dialog.getByRole("button", { name: "彻底删除" }).click();
  await toast(page, "已彻底删除").waitFor();
  await page.getByText("没有符合条件的数据").waitFor();

  expectErrors(failedRequest);
  await page.goto(address);
  await page.getByText("数据不存在或已被删除").first().waitFor();
});
