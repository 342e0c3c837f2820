import exceljs from "exceljs";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { choose, chooseAct, chooseTool, countClicks, openPage, signIn, toast, tokenOf } from "~/test/support/browser";
import { addCustomer } from "~/test/support/browser-rows";

const sales = "sales@demo.test";
const manager = "sales_manager@demo.test";
const pool = "/customer/publicCustomer";

const total = (page: Page) => page.getByText(/^共 .+ 条$/);

async function openPool(page: Page, email: string, address = pool) {
  await signIn(page, email, address);
  await total(page).waitFor();
}

/** Presses a number to call, which no browser of a test does. */
async function tapCall(call: Locator) {
  await call.evaluate((link) => link.addEventListener("click", (event) => event.preventDefault()));
  await call.tap();
}

/** The texts of a workbook's first sheet, row by row. */
async function cellsOf(path: string): Promise<string[][]> {
  const book = new exceljs.Workbook();
  await book.xlsx.readFile(path);
  const rows: string[][] = [];
  book.worksheets[0]?.eachRow((row) => {
    const cells: string[] = [];
    row.eachCell({ includeEmpty: true }, (cell) => cells.push(cell.text));
    rows.push(cells);
  });
  return rows;
}

describe("on the phone", () => {
  test("a seller claims from the pool, follows up and releases", async () => {
    const page = await openPage({ phone: true });
    const { name, number, phone, address } = await addCustomer(page, manager, { to_pool: true });
    await openPool(page, sales, `${pool}?keyword=${number}`);
    const claimed = Number(/今日已领取 (\d+)\//.exec((await page.getByText("今日已领取").textContent()) ?? "")?.[1]);
    // Of the four taps that claiming and calling may take from here, two.
    const taps = await countClicks(page);
    await page.getByRole("button", { name: "领取", exact: true }).tap();
    const call = toast(page, `已领取${name}`).getByRole("link", { name: /^拨打/ });
    await expect.poll(() => call.getAttribute("href")).toBe(`tel:+86${phone}`);
    await tapCall(call);
    await expect.poll(() => taps()).toBeLessThanOrEqual(4);
    await page.getByText(`今日已领取 ${claimed + 1}/`).waitFor();

    await page.goto(address);
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    await chooseAct(page, "写跟进");
    await page.getByRole("textbox", { name: "跟进内容" }).fill("电话沟通预算与看房时间，约本周六到访样板间");
    await page.getByRole("button", { name: "保存" }).click();
    await toast(page, "跟进已保存，计入有效跟进").waitFor();
    await page.getByText("电话沟通预算与看房时间，约本周六到访样板间").waitFor();
    await page.getByRole("textbox", { name: "跟进内容" }).waitFor({ state: "hidden" });

    await chooseAct(page, "释放");
    const dialog = page.getByRole("dialog", { name: "释放到公海" });
    await dialog.getByRole("radiogroup", { name: "释放原因" }).getByText("暂无意向").tap();
    await dialog.getByRole("button", { name: "释放", exact: true }).click();
    await toast(page, "已释放到公海").waitFor();
    await page.getByRole("button", { name: "写跟进" }).waitFor({ state: "hidden" });

    await page.getByRole("button", { name: "归属", exact: true }).click();
    for (const line of ["释放", "领取"]) await page.getByRole("strong").filter({ hasText: line }).first().waitFor();
  });

  test("number, clock and next step of a customer are above the fold, two taps away from a message", async () => {
    const page = await openPage({ phone: true });
    const { id, name, phone } = await addCustomer(page, manager, { to_pool: true });
    const headers = { authorization: `Bearer ${await tokenOf(page, manager)}` };
    const profile = await page.request.get("/api/user/profile", {
      headers: { authorization: `Bearer ${await tokenOf(page, sales)}` },
    });
    const { data }: { data: { id: number } } = await profile.json();
    const given = { action: "assign", user_id: data.id };
    expect((await page.request.put(`/crm/customer/assign/${id}`, { headers, data: given })).ok()).toBe(true);

    await signIn(page, sales);
    await page.getByRole("button", { name: /^(未读)?消息/ }).tap();
    const told = page.getByRole("listitem").filter({ hasText: name });
    const taps = await countClicks(page);
    await told.getByRole("link").first().tap();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    const call = page.getByRole("link", { name: `拨打${phone}` });
    await expect.poll(() => call.getAttribute("href")).toBe(`tel:+86${phone}`);
    await tapCall(call);
    await expect.poll(() => taps()).toBeLessThanOrEqual(2);

    const fold = await page.getByRole("navigation", { name: "主菜单" }).boundingBox();
    for (const part of [call, page.getByText(/^还剩\d+天/), page.getByRole("region", { name: "下一步" })]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(fold?.y ?? 0);
    }
    await page.getByRole("button", { name: "明天" }).tap();
    await toast(page, "下次跟进：").waitFor();
  });

  test("filters stand in the address and survive a reload and Back", async () => {
    const page = await openPage({ phone: true });
    await openPool(page, sales);
    const all = await total(page).textContent();
    await page.getByRole("button", { name: "筛选", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "筛选" });
    await sheet.getByRole("button", { name: "客户等级" }).click();
    await sheet.getByRole("group", { name: "客户等级" }).getByText("高意向").tap();
    await page.waitForURL("**/customer/publicCustomer?level=A");
    await sheet.getByRole("button", { name: "关闭" }).click();
    await expect.poll(() => total(page).textContent()).not.toBe(all);
    const some = await total(page).textContent();

    await page.reload();
    await total(page).waitFor();
    await expect.poll(() => total(page).textContent()).toBe(some);
    await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
    await page.getByRole("tab", { name: "基本信息" }).waitFor();
    await page.goBack();
    await page.waitForURL("**/customer/publicCustomer?level=A");
    await total(page).waitFor();
    await expect.poll(() => total(page).textContent()).toBe(some);
    // The filter has taken the place of the list without it.
    await page.getByRole("button", { name: "清空", exact: true }).click();
    await page.waitForURL("**/customer/publicCustomer");
    await expect.poll(() => total(page).textContent()).toBe(all);
  });
});

describe("on the desktop", () => {
  test("a customer of the pool is claimed and called by two clicks", async () => {
    const page = await openPage();
    const { name, number, phone } = await addCustomer(page, manager, { to_pool: true });
    await openPool(page, sales, `${pool}?keyword=${number}`);
    const clicks = await countClicks(page);
    await page.getByRole("button", { name: "领取", exact: true }).click();
    await toast(page, `已领取${name}`)
      .getByRole("button", { name: `拨打${phone}` })
      .click();
    const form = page.getByRole("dialog", { name: `跟进${name}` });
    await form.getByRole("img", { name: "用手机扫码拨打" }).waitFor();
    const call = form.getByRole("link", { name: `拨打${phone}` });
    await expect.poll(() => call.getAttribute("href")).toBe(`tel:+86${phone}`);
    await expect.poll(() => clicks()).toBeLessThanOrEqual(2);
  });

  test("a manager assigns out of the pool and transfers with a reason", async () => {
    const page = await openPage();
    const headers = { authorization: `Bearer ${await tokenOf(page, manager)}` };
    const answer = await page.request.get("/api/user/options?perm=customer:pool:claim", { headers });
    const { data }: { data: { name: string; customer_count: number; cap: number }[] } = await answer.json();
    const [first, second] = data.filter(({ customer_count, cap }) => customer_count < cap);

    const { name, number, address } = await addCustomer(page, manager, { to_pool: true });
    await openPool(page, manager, `${pool}?keyword=${number}`);
    await chooseAct(page, "分配", page.getByRole("row", { name }));
    const assign = page.getByRole("dialog", { name: "分配客户" });
    await choose(page, assign.getByRole("textbox", { name: "跟进人" }), first?.name);
    await assign.getByRole("button", { name: "分配", exact: true }).click();
    await toast(page, "分配成功").waitFor();
    await page.getByRole("link", { name, exact: true }).waitFor({ state: "hidden" });

    await page.goto(address);
    await page.getByText(`跟进人 ${first?.name}`).waitFor();
    await chooseAct(page, "转移");
    const transfer = page.getByRole("dialog", { name: "转移客户" });
    await choose(page, transfer.getByRole("textbox", { name: "跟进人" }), second?.name);
    await transfer.getByRole("button", { name: "转移", exact: true }).click();
    await transfer
      .getByText(/转移原因/)
      .nth(1)
      .waitFor();
    await transfer.getByRole("textbox", { name: "转移原因" }).fill("客户改看日本区域的房源");
    await transfer.getByRole("button", { name: "转移", exact: true }).click();
    await toast(page, "转移成功").waitFor();
    await page.getByText(`跟进人 ${second?.name}`).waitFor();
    await page.getByText("客户改看日本区域的房源").waitFor();
  });

  test("a manager exports the filtered pool with a reason: labels as heads, numbers masked", async () => {
    const page = await openPage();
    await openPool(page, manager, `${pool}?level=A`);
    const count = Number(/[\d,]+/.exec((await total(page).textContent()) ?? "")?.[0].replace(",", ""));
    await chooseTool(page, "导出");
    const dialog = page.getByRole("dialog", { name: "导出" });
    await dialog.getByRole("button", { name: "导出", exact: true }).click();
    await dialog
      .getByText(/请选择导出原因|导出原因.*不能为空|请选择/)
      .first()
      .waitFor();
    await choose(page, dialog.getByRole("textbox", { name: "导出原因" }));
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "导出", exact: true }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
    await toast(page, "导出完成").waitFor();

    const [heads = [], ...rows] = await cellsOf(await file.path());
    expect(heads).toEqual(expect.arrayContaining(["客户编号", "客户姓名", "手机号", "客户等级"]));
    // Its last row says who exported it, when and why.
    expect(rows.pop()?.[0]).toMatch(/^导出人：.+　导出时间：.+　原因：.+　编号：.+$/);
    expect(rows).toHaveLength(count);
    const column = (head: string) => rows.map((cells) => cells[heads.indexOf(head)] ?? "");
    expect(column("手机号").some(Boolean)).toBe(true);
    expect(column("手机号").filter((phone) => phone && !/\*{4}/.test(phone))).toEqual([]);
    expect(new Set(column("客户等级")).size).toBe(1);
  });

  test("a figure opens the rows behind it, each leading to its customer", async () => {
    const page = await openPage();
    await signIn(page, sales, "/dashboard?more=1");
    await page.getByRole("button", { name: /有效客户/ }).click();
    await page.waitForURL("**/dashboard?*metric=customer_active*");
    await page.getByRole("dialog", { name: "有效客户" }).getByRole("link").first().click();
    await page.waitForURL("**/customer/editCustomerInfo/*");
    await page.getByRole("tab", { name: "需求" }).waitFor();
    await page.goBack();
    await page.getByRole("dialog", { name: "有效客户" }).waitFor();
  });
});
