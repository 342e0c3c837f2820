import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as blacklistList from "~/app/routes/customer/blacklist/blacklist-list";
import * as customerEdit from "~/app/routes/customer/page/customer-edit";
import { blacklist as table } from "~/server/database/tables/customer/audience";
import { days, makeBlacklist, makeCustomer, makeMedia } from "../../../../support/factories";
import { type Actor, chooseOption, enter, fromMenu, routeTest } from "../../../../support/route-test";

const path = "/customer/blackList";
const { db, staff, open } = routeTest({
  path,
  module: blacklistList,
  others: { "/customer/editCustomerInfo/:id": () => <p>客户页</p> },
  ready: () => screen.findByRole("search"),
});
const service = staff({ role: "customer_service", name: "周客服" });
const sales = staff({ role: "sales" });
const row = (name: RegExp) => screen.getByRole("row", { name });
const dialog = (name: string | RegExp) => screen.findByRole("dialog", { name });

it("shows masked values with what they are kept from, by whom and how often", async () => {
  const about = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  await makeBlacklist(db, {
    type: "phone",
    value: "+8613812345678",
    customer_id: about.id,
    created_by: service.id,
    effects: ["block_inquiry", "no_contact"],
    hit_count: 3,
  });
  await makeBlacklist(db, { type: "ip", value: "203.0.113.9", status: "removed", reason: "ads" });
  await open();
  const first = within(row(/138\*\*\*\*5678/));
  for (const text of ["手机号", "拦截询盘、禁止联系", "王伟", "周客服", "2026-11-19 至 永久", "3", "生效中"])
    expect(first.getByText(text)).toBeDefined();
  expect(await first.findByText("骚扰")).toBeDefined();
  const second = within(row(/203\.0\.113\.9/));
  expect(second.getByText("已移除")).toBeDefined();
  expect(second.queryByRole("button", { name: "移除" })).toBeNull();
});

async function fillIn(actor: Actor, value: string) {
  await actor.click((await screen.findAllByRole("button", { name: "新增" }))[0] as HTMLElement);
  const form = within(await dialog("加入黑名单"));
  await chooseOption(actor, await form.findByRole("textbox", { name: "类型" }), "手机号");
  await actor.type(form.getByRole("textbox", { name: "值" }), value);
  await chooseOption(actor, form.getByRole("textbox", { name: "原因" }), "广告");
  await actor.click(form.getByRole("button", { name: "加入黑名单" }));
  return form;
}

it("lists a value", async () => {
  const { actor, place } = await open();
  await fillIn(actor, "13812345678");
  expect(await screen.findByText("已加入黑名单")).toBeDefined();
  await waitFor(() => expect(place.href).toBe(path));
  expect(await screen.findByText("138****5678")).toBeDefined();
  expect(await db.select().from(table)).toMatchObject([
    { value: "+8613812345678", reason: "ads", effects: ["block_inquiry"] },
  ]);
});

it("changes an entry", async () => {
  const { id } = await makeBlacklist(db, { type: "email", value: "spam@example.com" });
  const { actor } = await open();
  await actor.click(within(row(/s\*\*\*\*@example\.com/)).getByRole("button", { name: "编辑" }));
  const form = within(await dialog("编辑黑名单"));
  await enter(actor, await form.findByRole("textbox", { name: "说明" }), "群发广告");
  await actor.click(form.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("已保存")).toBeDefined();
  expect(await db.select().from(table)).toMatchObject([{ id, detail: "群发广告" }]);
});

it("removes an entry with a reason", async () => {
  await makeBlacklist(db, { type: "email", value: "spam@example.com" });
  const { actor } = await open();
  await actor.click(within(row(/s\*\*\*\*@example\.com/)).getByRole("button", { name: "移除" }));
  const form = within(await dialog("移出黑名单"));
  expect(form.getByText(/邮箱 s\*\*\*\*@example\.com/)).toBeDefined();
  await enter(actor, await form.findByRole("textbox", { name: "移除原因" }), "误加，已核实");
  await actor.click(form.getByRole("button", { name: "移出黑名单" }));
  expect(await screen.findByText("已移出黑名单")).toBeDefined();
  expect(await within(row(/s\*\*\*\*@example\.com/)).findByText("已移除")).toBeDefined();
});

it("opens an entry with its pictures, also by its address", async () => {
  const picture = await makeMedia(db, { uploader: service.id, scene: "evidence", name: "聊天截图.png" });
  const { id } = await makeBlacklist(db, {
    type: "wechat",
    value: "ad_agent_88",
    detail: "反复推销",
    evidence_ids: [picture.id],
    expire_at: days(30),
  });
  const { actor, place } = await open(`${path}?type=wechat&view=${id}`);
  const view = within(await dialog("微信 ad****8"));
  expect(view.getByText("反复推销")).toBeDefined();
  expect(view.getByText("2026-12-20 12:00")).toBeDefined();
  expect(view.getByRole("button", { name: "查看图片聊天截图.png" })).toBeDefined();
  await actor.click(view.getAllByRole("button", { name: "关闭" }).at(-1) as HTMLElement);
  await waitFor(() => expect(place.href).toBe(`${path}?type=wechat`));
});

it("lets a seller read only", async () => {
  await makeBlacklist(db, { type: "email", value: "spam@example.com" });
  await open("", { as: sales });
  expect(within(row(/s\*\*\*\*/)).getByRole("button", { description: "查看" })).toBeDefined();
  for (const name of ["新增", "编辑", "移除"]) expect(screen.queryByRole("button", { name })).toBeNull();
});

it("lists a customer from his page, who is then not to be called", async () => {
  const about = await makeCustomer(db, { name: "王伟", owner_id: sales.id, phone: "13812345678" });
  const page = { path: "/customer/editCustomerInfo/:id", module: customerEdit };
  const ready = () => screen.findByRole("heading", { name: "王伟" });
  const { actor, unmount } = await open(about.id, { ...page, ready });
  await fromMenu(actor, "王伟", "拉黑");
  const form = within(await dialog("拉黑客户"));
  await chooseOption(actor, await form.findByRole("textbox", { name: "原因" }), "投诉拒联");
  await chooseOption(actor, form.getByRole("textbox", { name: "拦截项" }), "禁止联系");
  await actor.click(form.getByRole("button", { name: "拉黑" }));
  expect(await screen.findByText("已加入黑名单")).toBeDefined();
  unmount();
  await open(about.id, { ...page, ready, as: sales });
  expect(screen.getByText(/禁止联系：该客户已列入黑名单/)).toBeDefined();
  expect(screen.getAllByText("13812345678")).toHaveLength(1);
  expect(screen.queryByRole("link", { name: /拨打/ })).toBeNull();
});
