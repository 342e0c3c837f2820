import { expect, test } from "vitest";
import { countClicks, openPage, toast } from "~/test/support/browser";
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
  return seller;
}

test("from the day's list to a saved follow-up with its next date on the phone: three taps and typing", async () => {
  const page = await openPage({ phone: true });
  const seller = await sellerWith({ next_tracking_at: new Date(now() - 60_000).toISOString() });
  await own.show(page, seller.id, "/dashboard");
  const day = page.getByRole("region", { name: "今日工作" });
  const begin = day.getByRole("button", { name: /^写跟进/ });
  await begin.waitFor();
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
});

test("the keys lead through the list, say what they do, and release several", async () => {
  const page = await openPage();
  const seller = await sellerWith({}, {}, {});
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

test("a card of the board is dragged to another stage, and taken back", async () => {
  const page = await openPage();
  const seller = await sellerWith({ name: "周看板" });
  await own.show(page, seller.id, `${list}&display=board`);
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
