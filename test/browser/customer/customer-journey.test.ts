import exceljs from "exceljs";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chooseAct, expectErrors, failedRequest, openPage, signIn, toast, tokenOf } from "~/test/support/browser";

const sales = "sales@demo.test";
const manager = "sales_manager@demo.test";
const pool = "/customer/publicCustomer";
/** Oldest first: what these tests release stands at the other end. */
const oldest = `${pool}?sort=pool_at`;

const total = (page: Page) => page.getByText(/^共 .+ 条$/);

async function openPool(page: Page, email: string, address = oldest) {
  await signIn(page, email, address);
  await total(page).waitFor();
}

/** The first row, or card on the phone, that offers this act. */
const firstWith = (page: Page, act: string): Locator =>
  page
    .getByRole("row")
    .or(page.getByRole("listitem"))
    .filter({ has: page.getByRole("button", { name: act, exact: true }) })
    .first();

interface Seen {
  number: string;
  name: string;
  address: string;
}

/** Whom a row is about, and where its record is. */
async function seen(row: Locator): Promise<Seen> {
  const link = row.getByRole("link").first();
  const [number = ""] = /KH\d+/.exec((await row.textContent()) ?? "") ?? [];
  return { number, name: (await link.textContent()) ?? "", address: (await link.getAttribute("href")) ?? "" };
}

/** Chooses in a select of the record form, by the option's text or the first one there is. */
async function choose(page: Page, field: Locator, option?: string | RegExp) {
  await field.click();
  const options = page.getByRole("option");
  await (option ? options.filter({ hasText: option }) : options).first().click();
}

/** A customer of sales@demo.test that nothing hinders, from the rows behind 有效客户; each call takes another one. */
let taken = 0;
async function ownCustomer(page: Page): Promise<string> {
  await signIn(page, sales, "/dashboard?metric=customer_active");
  const links = page.getByRole("dialog", { name: "有效客户" }).getByRole("link");
  await links.first().waitFor();
  const address = await links.nth(taken).getAttribute("href");
  taken += 1;
  return address ?? "";
}

/** Drafts are written soon after a key, not with it. */
const countDrafts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open("keyval-store");
        opening.onsuccess = () => {
          const { result } = opening;
          const done = (count: number) => {
            result.close();
            resolve(count);
          };
          if (!result.objectStoreNames.contains("keyval")) return done(0);
          const counting = result.transaction("keyval").objectStore("keyval").count();
          counting.onsuccess = () => done(counting.result);
        };
      }),
  );

async function edit(page: Page, address: string) {
  await page.goto(address);
  await page.getByRole("button", { name: "编辑", exact: true }).click();
  await page.getByRole("textbox", { name: "备注" }).waitFor();
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

describe.each([
  { width: "desktop", phone: false },
  { width: "phone", phone: true },
])("on the $width", ({ phone }) => {
  test("a seller claims from the pool, follows up and releases", async () => {
    const page = await openPage({ phone });
    await openPool(page, sales);
    const claimed = Number(/今日已领取 (\d+)\//.exec((await page.getByText("今日已领取").textContent()) ?? "")?.[1]);
    const row = firstWith(page, "领取");
    const { name, address } = await seen(row);
    await row.getByRole("button", { name: "领取", exact: true }).click();
    await toast(page, `已领取${name}`).waitFor();
    await page.getByText(`今日已领取 ${claimed + 1}/`).waitFor();

    await page.goto(address);
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    await chooseAct(page, "写跟进");
    await page.getByRole("textbox", { name: "跟进内容" }).fill("电话沟通预算与看房时间，约本周六到访样板间");
    await page.getByRole("button", { name: "保存" }).click();
    await toast(page, "跟进已保存").waitFor();
    await page.getByText("电话沟通预算与看房时间，约本周六到访样板间").waitFor();
    await page.getByRole("textbox", { name: "跟进内容" }).waitFor({ state: "hidden" });

    await chooseAct(page, "释放");
    const dialog = page.getByRole("dialog", { name: "释放到公海" });
    await choose(page, dialog.getByRole("textbox", { name: "释放原因" }));
    await dialog.getByRole("button", { name: "确定" }).click();
    await toast(page, "已释放到公海").waitFor();
    await page.getByRole("button", { name: "写跟进" }).waitFor({ state: "hidden" });

    await page.getByRole("tab", { name: "变更记录" }).click();
    for (const line of ["释放", "领取"]) await page.getByRole("strong").filter({ hasText: line }).first().waitFor();
  });

  test("filters stand in the address and survive a reload and Back", async () => {
    const page = await openPage({ phone });
    await openPool(page, sales, pool);
    const all = await total(page).textContent();
    if (phone) await page.getByRole("button", { name: /^筛选/ }).click();
    await choose(page, page.getByRole("textbox", { name: "客户等级" }), "高意向");
    if (phone) {
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name: "筛选" }).getByRole("button", { name: "查询" }).click();
    }
    await page.waitForURL("**/customer/publicCustomer?level=A");
    await expect.poll(() => total(page).textContent()).not.toBe(all);
    const some = await total(page).textContent();

    await page.reload();
    await total(page).waitFor();
    expect(await total(page).textContent()).toBe(some);
    await page.getByRole("link", { name: "查看" }).first().click();
    await page.getByRole("tab", { name: "基本信息" }).waitFor();
    await page.goBack();
    await page.waitForURL("**/customer/publicCustomer?level=A");
    await total(page).waitFor();
    expect(await total(page).textContent()).toBe(some);
    await page.goBack();
    await page.waitForURL("**/customer/publicCustomer");
    await expect.poll(() => total(page).textContent()).toBe(all);
  });
});

describe("on the desktop alone, where the phone does not differ", () => {
  test("a manager assigns out of the pool and transfers with a reason", async () => {
    const page = await openPage();
    const headers = { authorization: `Bearer ${await tokenOf(page, manager)}` };
    const answer = await page.request.get("/api/user/options?perm=customer:pool:claim", { headers });
    const { data }: { data: { name: string; customer_count: number; cap: number }[] } = await answer.json();
    const [first, second] = data.filter(({ customer_count, cap }) => customer_count < cap);

    await openPool(page, manager);
    const row = firstWith(page, "分配");
    const { name, address } = await seen(row);
    await row.getByRole("button", { name: "分配", exact: true }).click();
    const assign = page.getByRole("dialog", { name: "分配客户" });
    await choose(page, assign.getByRole("textbox", { name: "跟进人" }), first?.name);
    await assign.getByRole("button", { name: "确定" }).click();
    await toast(page, "分配成功").waitFor();
    await page.getByRole("link", { name, exact: true }).waitFor({ state: "hidden" });

    await page.goto(address);
    await page
      .getByRole("complementary", { name: "概况" })
      .getByText(first?.name ?? "")
      .waitFor();
    await chooseAct(page, "转移");
    const transfer = page.getByRole("dialog", { name: "转移客户" });
    await choose(page, transfer.getByRole("textbox", { name: "跟进人" }), second?.name);
    await transfer.getByRole("button", { name: "确定" }).click();
    await transfer
      .getByText(/转移原因/)
      .nth(1)
      .waitFor();
    await transfer.getByRole("textbox", { name: "转移原因" }).fill("客户改看日本区域的房源");
    await transfer.getByRole("button", { name: "确定" }).click();
    await toast(page, "转移成功").waitFor();
    await page
      .getByRole("complementary", { name: "概况" })
      .getByText(second?.name ?? "")
      .waitFor();
    await page.getByRole("tab", { name: "变更记录" }).click();
    await page.getByText("客户改看日本区域的房源").waitFor();
  });

  test("filters that leave nothing say so and can be cleared", async () => {
    const page = await openPage();
    await openPool(page, sales, pool);
    await page.getByRole("searchbox").first().fill("没有这样的客户");
    await page.getByRole("searchbox").first().press("Enter");
    await page.getByText("没有符合条件的数据").waitFor();
    await page.getByRole("button", { name: "清空筛选" }).click();
    await total(page).waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  test("of two people who edit one customer the second sees both values and keeps what was typed", async () => {
    expectErrors(failedRequest);
    const mine = await openPage();
    const address = await ownCustomer(mine);
    await edit(mine, address);
    const theirs = await openPage();
    await signIn(theirs, manager, address);
    await edit(theirs, address);
    const [first, second] = ["经理写下的备注", "顾问写下的备注"];
    await theirs.getByRole("textbox", { name: "备注" }).fill(first);
    await theirs.getByRole("button", { name: "保存" }).click();
    await toast(theirs, "已保存").waitFor();

    await mine.getByRole("textbox", { name: "备注" }).fill(second);
    await mine.getByRole("button", { name: "保存" }).click();
    const name = "数据已被他人修改";
    const both = mine.getByRole("region", { name }).or(mine.getByRole("alert", { name }));
    await both.getByText(first).waitFor();
    await both.getByText(second).waitFor();
    expect(await mine.getByRole("textbox", { name: "备注" }).inputValue()).toBe(second);
    await both.getByRole("button", { name: "按所选内容保存" }).click();
    await toast(mine, "已保存").waitFor();

    await mine.getByRole("tab", { name: "变更记录" }).click();
    await mine.getByRole("deletion").filter({ hasText: first }).first().waitFor();
    await mine.getByRole("insertion").filter({ hasText: second }).first().waitFor();
  });

  test("a changed form asks before it is left", async () => {
    const page = await openPage();
    const address = await ownCustomer(page);
    await edit(page, address);
    await page.getByRole("textbox", { name: "备注" }).fill("还没有保存的备注");
    await page.getByRole("link", { name: "ToB数据看板" }).click();
    const question = page.getByRole("dialog", { name: "确认离开" });
    await question.getByText("内容尚未保存，确定离开？").waitFor();
    await question.getByRole("button", { name: "继续填写" }).click();
    await question.waitFor({ state: "hidden" });
    expect(await page.getByRole("textbox", { name: "备注" }).inputValue()).toBe("还没有保存的备注");
    await page.getByRole("link", { name: "ToB数据看板" }).click();
    await question.getByRole("button", { name: "离开", exact: true }).click();
    await page.waitForURL("**/dashboard");
  });

  test("what was typed before a reload is offered again", async () => {
    const page = await openPage();
    const address = await ownCustomer(page);
    await edit(page, address);
    page.on("dialog", (dialog) => dialog.accept());
    await page.getByRole("textbox", { name: "备注" }).fill("重新加载前写下的备注");
    await expect.poll(() => countDrafts(page)).toBe(1);
    await page.reload();
    await page.getByText(/未保存的草稿/).waitFor();
    expect(await page.getByRole("textbox", { name: "备注" }).inputValue()).not.toBe("重新加载前写下的备注");
    await page.getByRole("button", { name: "恢复草稿" }).click();
    expect(await page.getByRole("textbox", { name: "备注" }).inputValue()).toBe("重新加载前写下的备注");
    await page.getByRole("button", { name: "保存" }).click();
    await toast(page, "已保存").waitFor();
    await page.getByText("重新加载前写下的备注").waitFor();
  });

  test("contacts of somebody else's customer are masked, one's own are whole", async () => {
    const page = await openPage();
    await openPool(page, sales);
    await page
      .getByText(/^\d{2,4}\*{4}\d{4}$/)
      .first()
      .waitFor();
    expect(await page.getByText(/^\d{10,11}$/).count()).toBe(0);
    await page.getByRole("link", { name: "查看" }).first().click();
    await page.getByText("非本人客户，号码已隐藏").waitFor();
    expect(await page.getByRole("link", { name: /^拨打/ }).count()).toBe(0);
  });
});

describe("in the table of the desktop", () => {
  test("a bulk claim tells row by row what has failed", async () => {
    const page = await openPage();
    await openPool(page, sales);
    const rows = page.getByRole("row").filter({ has: page.getByRole("button", { name: "领取", exact: true }) });
    const chosen = await Promise.all([0, 1, 2].map((index) => seen(rows.nth(index))));
    for (const index of [0, 1, 2]) await rows.nth(index).getByRole("checkbox").check();
    await page.getByText("已选 3 条").waitFor();

    // Somebody is quicker with the first of them.
    const headers = { authorization: `Bearer ${await tokenOf(page, manager)}` };
    const id = chosen[0]?.address.split("/").at(-1);
    const taken = await page.request.put(`/crm/customer/assign/${id}`, { headers, data: { action: "claim" } });
    expect(taken.status()).toBe(200);

    await page.getByRole("toolbar", { name: "批量操作" }).getByRole("button", { name: "领取" }).click();
    const result = page.getByRole("dialog", { name: "2 条成功，1 条失败" });
    await result.getByRole("cell", { name: chosen[0]?.name }).waitFor();
    await result.getByRole("cell", { name: "已被他人领取" }).waitFor();
    await result.getByRole("button", { name: "关闭" }).click();
    for (const { number } of chosen) expect(await page.getByRole("cell", { name: number }).count()).toBe(0);
  });

  test("a manager exports the filtered pool with a reason: labels as heads, numbers masked", async () => {
    const page = await openPage();
    await openPool(page, manager, `${pool}?level=A`);
    const count = Number(/[\d,]+/.exec((await total(page).textContent()) ?? "")?.[0].replace(",", ""));
    await page.getByRole("button", { name: "导出" }).click();
    const dialog = page.getByRole("dialog", { name: "导出" });
    await dialog.getByRole("button", { name: "导出" }).click();
    await dialog
      .getByText(/请选择导出原因|导出原因.*不能为空|请选择/)
      .first()
      .waitFor();
    await choose(page, dialog.getByRole("textbox", { name: "导出原因" }));
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "导出" }).click();
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

  test("the choice of columns is kept over a reload and on another device", async () => {
    const page = await openPage();
    await openPool(page, sales, pool);
    const head = (where: Page, name: string) => where.getByRole("columnheader", { name });
    await head(page, "客户来源").waitFor();
    await page.getByRole("button", { name: "列设置" }).click();
    const saved = page.waitForResponse("**/api/user/profile");
    await page.getByRole("checkbox", { name: "客户来源" }).uncheck();
    await head(page, "客户来源").waitFor({ state: "hidden" });
    await saved;
    await page.reload();
    await total(page).waitFor();
    expect(await head(page, "客户来源").count()).toBe(0);

    const other = await openPage();
    await openPool(other, sales, pool);
    expect(await head(other, "客户来源").count()).toBe(0);
    await other.getByRole("button", { name: "列设置" }).click();
    const restored = other.waitForResponse("**/api/user/profile");
    await other.getByRole("button", { name: "恢复默认" }).click();
    await head(other, "客户来源").waitFor();
    await restored;
  });

  test("a head that is clicked sorts the list on the server", async () => {
    const page = await openPage();
    await openPool(page, sales, pool);
    await page.getByRole("columnheader", { name: "跟进次数" }).getByRole("button").first().click();
    await page.waitForURL(/sort=-?tracking_count/);
    await total(page).waitFor();
  });
});

describe("on the dashboard", () => {
  test.each([true, false])(
    "a figure opens the rows behind it, each leading to its customer (phone: %s)",
    async (phone) => {
      const page = await openPage({ phone });
      await signIn(page, sales);
      await page.getByRole("button", { name: /有效客户/ }).click();
      await page.waitForURL("**/dashboard?*metric=customer_active*");
      await page.getByRole("dialog", { name: "有效客户" }).getByRole("link").first().click();
      await page.waitForURL("**/customer/editCustomerInfo/*");
      await page.getByRole("tab", { name: "基本信息" }).waitFor();
      await page.goBack();
      await page.getByRole("dialog", { name: "有效客户" }).waitFor();
    },
  );
});
