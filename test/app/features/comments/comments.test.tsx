import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import * as customerEdit from "~/app/routes/customer/page/customer-edit";
import * as estateDetail from "~/app/routes/house/estate/estate-detail";
import { comment, mentionOf, mentionsIn } from "~/contract/shared/comment";
import { message, comment as table } from "~/server/database/tables/system/system";
import { makeEstate } from "../../../support/estate";
import { days, makeCustomer } from "../../../support/factories";
import { enter, routeTest } from "../../../support/route-test";

const { db, api, team, staff, open } = routeTest({
  path: "/customer/editCustomerInfo/:id",
  module: customerEdit,
  ready: () => screen.findByRole("heading", { level: 1 }),
});
const east = team();
const lin = staff({ role: "sales", team: east, name: "林顾问" });
const xu = staff({ role: "sales_manager", team: east, name: "许主管" });
const box = () => screen.findByRole("textbox", { name: "评论" });
const items = async () => within(await screen.findByRole("list", { name: "评论" })).getAllByRole("listitem");

async function said(about: Pick<typeof table.$inferInsert, "owner_type" | "owner_id">, content: string, by = lin.id) {
  const at = { created_at: days(0), updated_at: days(0), created_by: by };
  const values = { ...about, content, mention_user_ids: mentionsIn(content), ...at };
  const [row] = await db.insert(table).values(values).returning();
  if (!row) throw new Error("nothing was inserted");
  return row;
}

it("writes a comment with a colleague chosen by keys, who is told; changes and deletes it", async () => {
  const { id } = await makeCustomer(db, { name: "陈海", owner_id: lin.id });
  const { actor } = await open(`${id}?tab=comments`);
  expect(await screen.findByText("还没有评论")).toBeDefined();
  await actor.type(await box(), "请看一下 @许");
  const offered = within(await screen.findByRole("listbox", { name: "可提及的同事" }));
  expect((await offered.findAllByRole("option")).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("许主管"),
  ]);
  await actor.keyboard("{Enter}");
  await waitFor(async () => expect(await box()).toHaveProperty("value", "请看一下 @许主管 "));
  await actor.type(await box(), "今天下午{Control>}{Enter}{/Control}");
  expect(await screen.findByText("评论已发送")).toBeDefined();
  expect((await items())[0]?.textContent).toContain("请看一下 @许主管 今天下午");
  expect(await box()).toHaveProperty("value", "");
  expect(await db.select().from(table)).toMatchObject([
    { content: `请看一下 ${mentionOf(xu.id)} 今天下午`, mention_user_ids: [xu.id] },
  ]);
  expect(await db.select().from(message)).toMatchObject([{ user_id: xu.id, category: "mention" }]);

  await actor.click(screen.getByRole("button", { name: "编辑" }));
  const field = await screen.findByRole("textbox", { name: "编辑评论" });
  expect(field).toHaveProperty("value", "请看一下 @许主管 今天下午");
  await actor.clear(field);
  await enter(actor, field, "不用看了");
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("评论已修改")).toBeDefined();
  expect(await screen.findByText("已编辑")).toBeDefined();
  expect(await db.select().from(message)).toEqual([]);

  await actor.click(screen.getByRole("button", { name: "删除" }));
  await actor.click(await within(await screen.findByRole("dialog")).findByRole("button", { name: "删除" }));
  expect(await screen.findByText("评论已删除")).toBeDefined();
  expect(await screen.findByText("还没有评论")).toBeDefined();
});

it("keeps what was typed when it is refused, and offers it again later", async () => {
  const { id } = await makeCustomer(db, { owner_id: lin.id });
  const { actor, unmount } = await open(`${id}?tab=comments`);
  await enter(actor, await box(), "长".repeat(1001));
  await actor.click(screen.getByRole("button", { name: "发送" }));
  expect(await screen.findByText("评论不能超过1000个字")).toBeDefined();
  await actor.clear(await box());
  await enter(actor, await box(), "客户想看海景房");
  unmount();
  const later = await open(`${id}?tab=comments`);
  await later.actor.click(await screen.findByRole("button", { name: "恢复草稿" }));
  expect(await box()).toHaveProperty("value", "客户想看海景房");
});

it("leads from a message to its comment, shows older ones on request, and says when it is gone", async () => {
  const { id } = await makeCustomer(db, { owner_id: lin.id });
  const about = { owner_type: "customer", owner_id: id } as const;
  const rows = [];
  for (let n = 0; n < 35; n++) rows.push(await said(about, n ? `第${n}条` : `${mentionOf(xu.id)} 请看`));
  const { unmount } = await open(`${id}?tab=comments&comment=${rows[0]?.id}`, { as: xu });
  const meant = await waitFor(() => document.querySelector("[data-meant]") ?? Promise.reject(new Error("none")));
  expect(meant.textContent).toContain("@许主管 请看");
  expect(document.activeElement).toBe(meant);
  // Another's cannot be changed.
  expect(screen.queryByRole("button", { name: "编辑" })).toBeNull();
  unmount();
  const { actor } = await open(`${id}?tab=comments&comment=999999`, { as: xu });
  expect(await screen.findByText("您要查看的评论已删除。")).toBeDefined();
  expect(await items()).toHaveLength(30);
  await actor.click(screen.getByRole("button", { name: "更早的评论" }));
  await waitFor(async () => expect(await items()).toHaveLength(35));
  expect(screen.queryByRole("button", { name: "更早的评论" })).toBeNull();
});

it("hears what others say, on an estate as well", async () => {
  const { id } = await makeEstate(db, { name: "云汀·一号" });
  const listen = vi.spyOn(api.services.events, "listen");
  await open(`?id=${id}`, { path: "/house/estate-list/estate-detail", module: estateDetail });
  expect(await screen.findByText("还没有评论")).toBeDefined();
  await vi.waitFor(() => expect(listen.mock.settledResults).toMatchObject([{ type: "fulfilled" }]));
  const asXu = await api.as(xu.id);
  const body = { owner_type: "estate", owner_id: id, content: "这个盘还有两房" } as const;
  expect((await asXu(comment.create, { body })).code).toBe(200);
  expect(await screen.findByText("这个盘还有两房")).toBeDefined();
});

it("is read, not written, of a customer in the recycle bin", async () => {
  const { id } = await makeCustomer(db, { last_owner_id: lin.id, deleted_at: days(-1), pool_at: null });
  await said({ owner_type: "customer", owner_id: id }, "客户想看海景房");
  await open(`${id}?tab=comments`, { role: "super_admin" });
  expect(await screen.findByText("客户想看海景房")).toBeDefined();
  expect(screen.queryByRole("textbox", { name: "评论" })).toBeNull();
});
