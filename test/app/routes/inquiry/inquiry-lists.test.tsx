import { screen, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as allInquiry from "~/app/routes/inquiry/all-inquiry";
import * as estateInquiry from "~/app/routes/inquiry/estate-inquiry";
import * as rentalInquiry from "~/app/routes/inquiry/rental-inquiry";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { user } from "~/server/database/tables/system/system";
import { days, makeInquiry } from "../../../support/factories";
import { actOnAll, answer, enter, routeTest, row } from "../../../support/route-test";
import { makeTracker } from "../../../support/tracker";

const { db, team, staff, open } = routeTest({
  path: "/inquiry/all-inquiry",
  module: allInquiry,
  others: { "/inquiry/all-inquiry/inquiry-detail": () => <p>详情页</p> },
  ready: () => screen.findByRole("search"),
});
const east = team();
const sales = staff({ role: "sales", team: east, name: "林顾问" });
const manager = staff({ role: "sales_manager", team: east });

describe("all inquiries", () => {
  it("shows each with its clock, counted by tabs, and gives one to whoever claims it", async () => {
    await makeInquiry(db, { name: "王女士", phone: "13812345678", due_at: "2026-11-20T12:20:00+08:00" });
    await makeInquiry(db, { name: "李先生", assignee_id: sales.id, due_at: "2026-11-20T11:40:00+08:00" });
    const { actor } = await open();
    expect(within(row("王女士")).getByText("138****5678")).toBeDefined();
    expect(within(row("王女士")).getByText("剩 20分")).toBeDefined();
    expect(within(row("李先生")).getByText("超时 20分")).toBeDefined();
    expect(screen.getByRole("tab", { name: /超时 1/ })).toBeDefined();
    await actor.click(within(row("王女士")).getByRole("button", { name: "领取" }));
    expect(await screen.findByText("已领取王女士")).toBeDefined();
    expect(await within(row("王女士")).findByText("待跟进")).toBeDefined();
  });

  it("says where each came from, and shows those of one tracking point", async () => {
    const point = await makeTracker(db, { name: "首页横幅" });
    await makeInquiry(db, { name: "王女士", platform: "web", tracker_id: point.id });
    await makeInquiry(db, { name: "李先生", platform: "h5" });
    const { actor } = await open(`?tracker_id=${point.id}`);
    expect(within(row("王女士")).getByText("PC网站 · 首页横幅")).toBeDefined();
    expect(screen.queryByRole("row", { name: /李先生/ })).toBeNull();
    const chips = within(screen.getByRole("list", { name: "筛选条件" }));
    expect(await chips.findByText("追踪点：首页横幅 · home-top")).toBeDefined();
    await actor.click(chips.getByRole("button", { name: "去掉追踪点" }));
    expect(await screen.findByText("手机网站", { selector: "td *" })).toBeDefined();
  });

  it("records what somebody asks by phone", async () => {
    const { actor } = await open("?add=1");
    const form = within(await screen.findByRole("dialog", { name: "新增询盘" }));
    await actor.type(await form.findByLabelText(/^联系人/), "赵先生");
    await actor.type(form.getByLabelText(/^手机号/), "13812345678");
    await actor.type(form.getByLabelText(/^询盘内容/), "想看两居室");
    await actor.click(form.getByRole("button", { name: /新增/ }));
    expect(await screen.findByText(/^已新增询盘 XJ/)).toBeDefined();
    expect(await db.select().from(inquiry)).toMatchObject([
      { name: "赵先生", kind: "estate", assignee_id: sales.id, status: "assigned", ext: { want_viewing: false } },
    ]);
  });

  it("marks several as invalid, and takes it back", async () => {
    await makeInquiry(db, { name: "王女士" });
    await makeInquiry(db, { name: "李先生" });
    const { actor } = await open("", { as: manager });
    await actOnAll(actor, "标记无效");
    await answer(actor, "标记询盘无效", "标记无效", { 同行: true });
    await actor.click(await screen.findByRole("button", { name: "撤销" }));
    expect(await screen.findAllByText("待分配", { selector: "td *" })).toHaveLength(2);
  });

  it("gives several to somebody", async () => {
    await makeInquiry(db, { name: "王女士" });
    const { actor } = await open("", { as: manager });
    await actor.click(within(row("王女士")).getByRole("checkbox"));
    await actor.click(within(screen.getByRole("toolbar")).getByRole("button", { name: "分配" }));
    const form = within(await screen.findByRole("dialog", { name: "分配询盘" }));
    await enter(actor, await form.findByRole("textbox", { name: "顾问" }), "林顾问");
    await actor.click(await screen.findByRole("option", { name: /林顾问/ }));
    await actor.click(form.getByRole("button", { name: "分配" }));
    expect(await within(row("王女士")).findByText("林顾问")).toBeDefined();
  });
});

it("estates' inquiries say which estate, what for and how much", async () => {
  await makeInquiry(db, {
    name: "王女士",
    ext: {
      layout: "2LDK",
      budget_min: "30000000",
      budget_max: "59800000",
      budget_currency: "JPY",
      purpose: "self_use",
    },
  });
  await makeInquiry(db, { name: "李先生", kind: "rental", ext: { rent_kind: "entrust" } });
  await open("", { path: "/inquiry/estate-inquiry", module: estateInquiry });
  expect(within(row("王女士")).getByText("3,000–5,980万日元")).toBeDefined();
  expect(screen.queryByText("李先生")).toBeNull();
});

it("a saved view counts its own kind alone", async () => {
  await makeInquiry(db, { name: "王女士" });
  await makeInquiry(db, { name: "李先生", kind: "rental", ext: { rent_kind: "entrust" } });
  const view = { id: "a", name: "待分配的", shared: false, query: "view=pending", columns: null };
  await db
    .update(user)
    .set({ preferences: { views: { "inquiry-estate": [view], "inquiry-all": [view] } } })
    .where(eq(user.id, sales.id));
  await open("", { path: "/inquiry/estate-inquiry", module: estateInquiry });
  expect(await screen.findByRole("button", { name: "待分配的 1" })).toBeDefined();
});

it("rentals say who looks for a flat and who has one to let", async () => {
  await makeInquiry(db, {
    name: "李先生",
    kind: "rental",
    ext: { rent_kind: "entrust", city: "东京都港区", rent_min: "200000", rent_max: "250000", currency: "JPY" },
    created_at: days(-1),
  });
  await open("", { path: "/inquiry/rental", module: rentalInquiry });
  expect(within(row("李先生")).getByText("出租托管")).toBeDefined();
  expect(within(row("李先生")).getByText("20–25万日元")).toBeDefined();
});
