import { expect, test } from "vitest";
import { countClicks, openPage, toast } from "~/test/support/browser";
import { newNumber } from "~/test/support/browser-rows";
import { now } from "~/test/support/clock";
import { makeCustomer, makeTeam, makeUser } from "~/test/support/factories";
import { ownServer } from "~/test/support/own-server";

const list = "/customer/customerInfor?view=mine";
const own = await ownServer();

type Customer = Parameters<typeof makeCustomer>[1];
/** A seller of a new team with these customers. */
async function sellerWith(...customers: Customer[]) {
  const team = await makeTeam(own.db);
  const seller = await makeUser(own.db, { role: "sales", team_id: team.id });
  for (const given of customers) await makeCustomer(own.db, { owner_id: seller.id, ...given });
  return { seller, team };
}

test("seven follow-ups are written without leaving the list, with two clicks to begin and one for each", async () => {
  const page = await openPage();
  const { seller } = await sellerWith({}, {}, {}, {}, {}, {}, {}, {});
  await own.show(page, seller.id, list);
  const clicks = await countClicks(page);
  await page.getByRole("button", { name: "写跟进", exact: true }).first().click();
  const drawer = page.getByRole("dialog");
  const seen = new Set<string>();
  for (let turn = 1; turn <= 7; turn += 1) {
    const title = drawer.getByRole("heading", { level: 2 }).first();
    await drawer.getByText(`${turn} / `).waitFor();
    seen.add((await title.textContent()) ?? "");
    await drawer
      .getByRole("textbox", { name: "跟进内容" })
      .fill(`第${turn}位：电话沟通预算与看房时间，约本周六到访样板间`);
    const saved = page.waitForResponse(
      (reply) => reply.request().method() === "POST" && reply.url().endsWith("/crm/tracking"),
    );
    if (turn < 7) await drawer.getByRole("button", { name: "保存并下一个" }).click();
    else await page.keyboard.press("Control+Enter");
    expect((await (await saved).json()).code).toBe(200);
    expect(new URL(page.url()).pathname).toBe("/customer/customerInfor");
  }
  await drawer.getByText("8 / ").waitFor();
  expect(seen.size).toBe(7);
  await expect.poll(() => clicks()).toBe(7);
  await drawer.getByRole("button", { name: "取消" }).click();
  await page.goBack();
  await drawer.waitFor({ state: "hidden" });
  expect(new URL(page.url()).searchParams.has("open")).toBe(false);
});

test.each([
  { at: "the desk", phone: false },
  { at: "the phone", phone: true },
])(
  "from the day's list to a saved follow-up with its next date: three clicks and typing, at $at",
  async ({ phone }) => {
    const page = await openPage({ phone });
    const due = { next_tracking_at: new Date(now() - 60_000).toISOString() };
    const { seller, team } = await sellerWith(due);
    const leader = await makeUser(own.db, { role: "sales_manager", team_id: team.id });
    await own.show(page, phone ? seller.id : leader.id, "/dashboard");
    const day = page.getByRole("region", { name: "今日工作" });
    const begin = day.getByRole("button", { name: /^写跟进/ });
    await begin.waitFor();
    if (phone)
      for (const target of [begin, day.getByRole("link", { name: /^拨打/ })]) {
        const box = await target.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
        // In sight, above the tabs.
        expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThan(788);
      }
    const name = (await begin.getAttribute("aria-label")) ?? "";
    const clicks = await countClicks(page);
    await begin.click();
    const form = page.getByRole("dialog", { name: name.replace("写跟进 ", "跟进") });
    await form.getByRole("textbox", { name: "跟进内容" }).fill("电话沟通预算与看房时间，约本周六到访样板间");
    await form.getByRole("button", { name: "明天" }).click();
    await form.getByRole("button", { name: "保存" }).click();
    await toast(page, "跟进已保存，计入有效跟进").waitFor();
    await form.waitFor({ state: "hidden" });
    await expect.poll(() => begin.count()).toBe(0);
    await expect.poll(() => clicks()).toBe(3);
    expect(new URL(page.url()).pathname).toBe("/dashboard");
  },
);

test("a customer is added from the home page by four presses, the source chosen among them", async () => {
  const page = await openPage();
  const { seller } = await sellerWith();
  await own.show(page, seller.id, "/dashboard");
  await page.getByRole("region", { name: "今日工作" }).waitFor();
  const clicks = await countClicks(page);
  await page.keyboard.press("n");
  const form = page.getByRole("dialog", { name: "新增客户" });
  await form.getByRole("textbox", { name: "客户姓名" }).fill("王新");
  await form.getByRole("textbox", { name: "手机号" }).fill(newNumber());
  await form.getByRole("textbox", { name: "客户来源" }).click();
  await page.getByRole("option", { name: "来电" }).click();
  await form.getByRole("button", { name: "保存" }).click();
  await toast(page, "已新增王新").waitFor();
  // Plus the key.
  await expect.poll(() => clicks()).toBe(3);
});

test("the keys lead through the list, say what they do, and release several", async () => {
  const page = await openPage();
  const { seller } = await sellerWith({}, {}, {});
  await own.show(page, seller.id, list);
  await page.locator("tr[data-row]").first().waitFor();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "快捷键" });
  for (const line of ["下一行", "写跟进", "新增", "搜索本列表"]) await help.getByText(line, { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByText("已选 1 条").waitFor();
  const clicks = await countClicks(page);
  await page.locator("tr[data-row]").first().getByRole("checkbox").click();
  await page.getByText("已选 2 条").waitFor();
  await page.getByRole("toolbar", { name: "批量操作" }).getByRole("button", { name: "释放" }).click();
  const dialog = page.getByRole("dialog", { name: "释放到公海" });
  await dialog.getByText("暂无意向", { exact: true }).click();
  await dialog.getByRole("button", { name: "释放", exact: true }).click();
  await page
    .getByText(/释放成功：/)
    .first()
    .waitFor();
  await expect.poll(() => clicks()).toBe(4);
  await page.getByRole("button", { name: "撤销" }).first().click();
  await page
    .getByText(/已撤销/)
    .first()
    .waitFor();
});

test("opening, going on and closing ask for one record each and never for the list", async () => {
  const page = await openPage();
  const { seller } = await sellerWith({}, {});
  await own.show(page, seller.id, list);
  await page.locator("tbody tr").first().waitFor();
  const lists: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === "/api/customer/information") lists.push(request.url());
  });
  await page.locator("tbody tr td a[href^='/customer/editCustomerInfo/']").first().click();
  const drawer = page.getByRole("dialog");
  await drawer.getByText("1 / ").waitFor();
  await page.keyboard.press("j");
  await drawer.getByText("2 / ").waitFor();
  await page.keyboard.press("k");
  await drawer.getByText("1 / ").waitFor();
  await drawer.getByRole("heading", { name: "基本信息" }).waitFor();
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });
  expect(lists).toEqual([]);
});

test("conditions are built, kept as a view with its count, and hold on the board, where a card is dragged and taken back", async () => {
  const page = await openPage();
  const { seller } = await sellerWith({ name: "周看板" }, { stage: "contacted" }, { stage: "visited" });
  await own.show(page, seller.id, list);
  await page.locator("tbody tr").first().waitFor();
  await page.getByRole("button", { name: "筛选", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "筛选" });
  await panel.getByRole("button", { name: "组合条件（且 / 或）" }).click();
  await panel.getByRole("textbox", { name: "字段", exact: true }).click();
  await page.getByRole("option", { name: "客户阶段" }).click();
  await panel.getByRole("textbox", { name: "选择客户阶段" }).click();
  for (const stage of ["新客户", "已联系"]) await page.getByRole("option", { name: stage }).click();
  await page.getByText("共 2 条").waitFor();
  await page.getByRole("button", { name: "保存视图" }).click();
  const naming = page.getByRole("dialog", { name: "保存视图" });
  await naming.getByRole("textbox", { name: "视图名称" }).fill("新近");
  await naming.getByRole("button", { name: "保存" }).click();
  await page.getByRole("button", { name: "新近 2" }).waitFor();

  await page.getByRole("button", { name: "看板", exact: true }).click();
  const [from, to] = [page.getByRole("region", { name: "新客户" }), page.getByRole("region", { name: "已联系" })];
  const name = "周看板";
  const card = from.getByRole("listitem").filter({ hasText: name });
  await card.waitFor();
  const [start, end] = [await card.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("a card and a column have a place");
  await page.mouse.move(start.x + start.width / 2, start.y + start.height - 8);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + 40, { steps: 8 });
  await page.mouse.up();
  await to.getByRole("link", { name }).waitFor();
  await page.getByText(`已把${name}移到“已联系”`).waitFor();
  await page.getByRole("button", { name: "撤销" }).click();
  await from.getByRole("link", { name }).waitFor();
});

test("on the phone conditions are combined in a sheet, and a card of the board is moved by its menu", async () => {
  const page = await openPage({ phone: true });
  const name = "周手机";
  const { seller } = await sellerWith({ name });
  await own.show(page, seller.id, `${list}&display=board`);
  const lane = page.getByRole("region", { name: "新客户" });
  await lane.getByRole("button", { name: `把${name}移到…` }).waitFor();
  await page.getByRole("button", { name: "筛选", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "筛选" });
  await panel.getByRole("button", { name: "组合条件（且 / 或）" }).click();
  await panel.getByRole("button", { name: "添加条件", exact: true }).waitFor();
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(390);
  const wide = await panel.evaluate((node) => node.scrollWidth > node.clientWidth);
  expect(wide).toBe(false);
  await panel.getByRole("button", { name: "关闭" }).click();
  await panel.waitFor({ state: "hidden" });
  await lane.getByRole("button", { name: `把${name}移到…` }).click();
  await page.getByRole("menuitem", { name: "已看房" }).click();
  await page.getByRole("region", { name: "已看房" }).getByRole("link", { name }).waitFor();
  await page.getByRole("button", { name: "撤销" }).click();
  await lane.getByRole("link", { name }).waitFor();
});
