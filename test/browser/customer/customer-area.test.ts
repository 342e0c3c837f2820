import { expect, test } from "vitest";
import { choose, countClicks, openPage, signIn } from "~/test/support/browser";
import { newNumber } from "~/test/support/browser-rows";

const sales = "sales@demo.test";
const manager = "sales_manager@demo.test";
const list = "/customer/customerInfor";

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
  const clicks = await countClicks(page);
  const first = await begin();
  await page.keyboard.type("陆知远");
  await first.getByRole("textbox", { name: "手机号" }).fill(number);
  await choose(page, first.getByRole("textbox", { name: "客户来源" }), "来电");
  await first.getByRole("button", { name: "保存" }).click();
  await page.getByText("已新增陆知远").waitFor();
  await first.waitFor({ state: "hidden" });
  expect(new URL(page.url()).pathname).toBe("/dashboard");
  // Plus the key.
  await expect.poll(() => clicks()).toBe(3);

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

test("on the phone which column is what is asked in a step that fits the screen", async () => {
  const page = await openPage({ phone: true });
  // The phone has no toolbar: the dialog has its address.
  await signIn(page, manager, `${list}?import=1`);
  const dialog = page.getByRole("dialog", { name: "导入客户" });
  const [called, reached] = ["称呼", "联络"];
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
  expect(first?.x).toBe(second?.x);
  await expect.poll(() => dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await dialog.getByRole("button", { name: "预检" }).click();
  await dialog.getByText("预检通过").waitFor();
  await dialog.getByText(/不导入的列：一个很长的标题/).waitFor();
});
