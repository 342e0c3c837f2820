import { screen, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import * as trackingList from "~/app/routes/customer/tracking/tracking-list";
import { tracking as trackingTable } from "~/server/database/tables/customer/customer";
import { days, makeCustomer, makeMedia, makeTracking } from "../../../../support/factories";
import { answer, enter, routeTest, row } from "../../../../support/route-test";

const path = "/customer/tracking";
const { db, team, staff, open } = routeTest({
  path,
  module: trackingList,
  others: { "/customer/editCustomerInfo/:id": () => <p>客户页</p> },
  ready: () => screen.findByRole("search"),
});
const east = team();
const sales = staff({ role: "sales", team: east, name: "林顾问" });
const manager = staff({ role: "sales_manager", team: east });
let wang: Awaited<ReturnType<typeof makeCustomer>>;

beforeEach(async () => {
  wang = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
});

type Given = Partial<Parameters<typeof makeTracking>[1]>;
const track = (given: Given = {}) =>
  makeTracking(db, { customer_id: wang.id, user_id: sales.id, created_at: days(0), ...given });

it("shows each follow-up with what it moved, its pictures, and what all of them amount to", async () => {
  const picture = await makeMedia(db, { uploader: sales.id, name: "样板间.png" });
  await track({
    type: "visit",
    content: "看了新宿的两居室",
    tracked_at: days(-1),
    stage_before: "contacted",
    stage_after: "visited",
    level_before: "C",
    level_after: "A",
    next_at: days(2),
    media_ids: [picture.id],
  });
  await track({ type: "other", content: "展会偶遇", is_valid: false });
  await open("", { as: manager });
  const shown = within(row("看了新宿的两居室"));
  for (const text of [
    "2026-11-19 12:00",
    "到访/带看",
    "C 低意向 → A 高意向、已联系 → 已看房",
    "2026-11-22 12:00",
    "林顾问",
    "是",
  ])
    expect(shown.getByText(text)).toBeDefined();
  expect(shown.getByRole("button", { name: "查看图片样板间.png" })).toBeDefined();
  expect(within(row("展会偶遇")).getByText("否")).toBeDefined();
  const figures = within(screen.getByLabelText("跟进统计"));
  expect(figures.getByText("跟进次数").closest("dt")?.nextSibling?.textContent).toBe("2");
  expect(figures.getByText("客户数").closest("dt")?.nextSibling?.textContent).toBe("1");
  expect(figures.getByText("有效率").closest("dt")?.nextSibling?.textContent).toBe("50%");
});

it("lets the author correct it, and nobody else", async () => {
  const { id } = await track({ content: "电话沟通了购房预算" });
  const { actor, unmount } = await open();
  await actor.click(within(row("电话沟通")).getByRole("button", { name: "编辑" }));
  const form = await screen.findByRole("dialog", { name: "编辑跟进" });
  const content = await within(form).findByRole("textbox", { name: "跟进内容" });
  await actor.clear(content);
  await enter(actor, content, "电话沟通了预算和学区");
  await actor.click(within(form).getByRole("button", { name: "保存" }));
  expect(await screen.findByText("已保存")).toBeDefined();
  expect(await screen.findByText("电话沟通了预算和学区")).toBeDefined();
  const [stored] = await db.select().from(trackingTable).where(eq(trackingTable.id, id));
  expect(stored?.content).toBe("电话沟通了预算和学区");
  unmount();
  await open("", { as: manager });
  expect(within(row("学区")).queryByRole("button", { name: "编辑" })).toBeNull();
});

it("deletes only after asking", async () => {
  await track({ content: "写错了的跟进内容" });
  const { actor } = await open("", { as: manager });
  await actor.click(within(row("写错了")).getByRole("button", { name: "删除" }));
  await answer(actor, "删除跟进", "删除");
  expect(await screen.findByText("已删除")).toBeDefined();
  expect(await screen.findByText("暂无数据")).toBeDefined();
});
