import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as clueList from "~/app/routes/clue/clue-list";
import { clue as clueContract } from "~/contract/clue/clue";
import { clue, clueLog, judgement } from "~/server/database/tables/clue/clue";
import { estate } from "~/server/database/tables/house/estate";
import { clueExpire } from "~/server/jobs/clue/clue-expire";
import { makeAgentWith, makeLead } from "../../../support/agent-rows";
import { days } from "../../../support/factories";
import { type Actor, actOn, answer, dialog, enter, routeTest, row, withoutAnswer } from "../../../support/route-test";
import { sendsPhoto } from "../../../support/sent-files";

const { db, api, staff, team, open } = routeTest({
  path: "/clue/feedback",
  module: clueList,
  ready: () => screen.findByRole("search"),
});
const east = team();
const manager = staff({ role: "channel_manager", team: east, name: "何渠道" });
// The seller is in another team than the channel manager.
const sales = staff({ role: "sales", team: team(), name: "林顾问" });
const agentOf = (name: string) => makeAgentWith(db, { manager_id: manager.id, name });
const stored = async (id: number) => (await db.select().from(clue).where(eq(clue.id, id)))[0];

async function lead(values: Partial<typeof clue.$inferInsert> = {}) {
  const { id: agent_id } = await agentOf(`代理${Math.random()}`);
  return makeLead(db, { agent_id, created_at: days(-0.1), ...values });
}

async function chooseHandler(actor: Actor, form: Awaited<ReturnType<typeof dialog>>) {
  await enter(actor, await form.findByRole("textbox", { name: "顾问" }), "林顾问");
  await actor.click(await screen.findByRole("option", { name: /林顾问/ }));
}

const photo = () => new File(["a"], "到访.png", { type: "image/png" });

/** Two reports of one customer at one estate, the second by another agent. */
async function colliding(values: Partial<typeof clue.$inferInsert> = {}) {
  const first = await agentOf("海川置业");
  const second = await agentOf("云山置业");
  const one = await makeLead(db, {
    agent_id: first.id,
    customer_name: "赵先",
    created_at: days(-2),
    status: "valid",
    protect_until: days(10),
  });
  const { estate_id, phone, phone_e164, phone_prefix, phone_suffix } = one;
  const same = { estate_id, phone, phone_e164, phone_prefix, phone_suffix };
  const other = await makeLead(db, {
    ...same,
    ...{ agent_id: second.id, customer_name: "赵后", created_at: days(-0.1) },
    ...{ collision: "agent_dup", collision_ref_id: one.id, collision_certain: true, collision_at: days(-0.1) },
    ...values,
  });
  for (const { id: clue_id, created_at: at } of [one, other])
    await db.insert(clueLog).values({ clue_id, action: "create", to_status: "pending", at });
  return { one, other };
}

describe("a review", () => {
  it("passes one to a consultant, and several that collide with nobody; one that collides says why it is not among them", async () => {
    const a = await lead({ customer_name: "钱甲" });
    const b = await lead({ customer_name: "钱乙" });
    await colliding();
    const { actor } = await open("?view=pending");
    expect(screen.getByRole("tab", { name: "待审核 3" })).toBeDefined();
    expect(within(row("赵后")).getByText("他渠道已报备")).toBeDefined();
    await actor.click(within(row("赵后")).getByRole("checkbox"));
    const tools = within(screen.getByRole("toolbar"));
    expect(tools.getByRole("button", { name: "通过" }).title).toBe("有撞单，需逐条判定");
    await actor.click(tools.getByRole("button", { name: "取消选择" }));
    await actOn(actor, "钱甲", "通过");
    const form = await dialog("通过");
    await chooseHandler(actor, form);
    await actor.click(form.getByRole("button", { name: "通过" }));
    expect(await screen.findByText("已通过")).toBeDefined();
    expect(await stored(a.id)).toMatchObject({ status: "valid", handler_id: sales.id });

    await actor.click(within(row("钱乙")).getByRole("checkbox"));
    await actor.click(within(screen.getByRole("toolbar")).getByRole("button", { name: "通过" }));
    const all = await dialog("批量通过");
    await chooseHandler(actor, all);
    await actor.click(all.getByRole("button", { name: "通过" }));
    expect(await screen.findByText("通过成功：钱乙")).toBeDefined();
    expect(await stored(b.id)).toMatchObject({ status: "valid", handler_id: sales.id });
  });

  it("refuses one with a reason, which is appealed against once with something new", async () => {
    const { id } = await lead({ customer_name: "钱甲" });
    const { actor } = await open();
    await actOn(actor, "钱甲", "驳回");
    await answer(actor, "驳回", "驳回", { 号码无效: true });
    expect(await screen.findByText("已标记无效")).toBeDefined();
    await actOn(actor, "钱甲", "申诉");
    const appeal = await dialog("报备申诉");
    await enter(actor, await appeal.findByLabelText(/^申诉说明/), "号码已核实");
    await sendsPhoto(db, manager.id);
    await actor.upload(await appeal.findByLabelText("选择申诉证据"), photo());
    await appeal.findByRole("button", { name: /^移除/ });
    await actor.click(appeal.getByRole("button", { name: "申诉" }));
    expect(await screen.findByText("已提交申诉，报备回到待审核")).toBeDefined();
    expect(await stored(id)).toMatchObject({ status: "pending", appeal_note: "号码已核实" });
  });
});

describe("a judgement", () => {
  it("shows both sides in one time line, freezes the verdict, and then lets the report pass", async () => {
    const { other } = await colliding({ phone_mode: "full" });
    const { actor } = await open("", { role: "super_admin" });
    await actOn(actor, "赵后", "判定单");
    const sheet = within(await screen.findByRole("article", { name: "判定单" }));
    expect(within(sheet.getByRole("region", { name: "本报备" })).getByText(/云山置业/)).toBeDefined();
    expect(within(sheet.getByRole("region", { name: "他渠道报备" })).getByText("规则：归他渠道")).toBeDefined();
    expect(within(sheet.getByRole("list", { name: "各方时间线" })).getAllByRole("listitem").length).toBeGreaterThan(1);
    await actor.click(await sheet.findByRole("radio", { name: "归本报备" }));
    await enter(actor, sheet.getByLabelText(/^判定理由/), "先带看，有照片为证");
    await actor.click(sheet.getByRole("button", { name: /^判定/ }));
    expect(await sheet.findByText(/判定后内容已冻结/)).toBeDefined();
    expect(await db.select().from(judgement)).toMatchObject([{ clue_id: other.id, verdict: "this" }]);
    expect(sheet.queryByRole("button", { name: /^判定/ })).toBeNull();
    expect(screen.getByRole("button", { name: "通过" })).toBeDefined();
  });

  it("of a verdict against it one may only refuse it; before any, not as somebody else's", async () => {
    const { other } = await colliding();
    const { actor } = await open();
    const isGround = async (name: string) => {
      await actOn(actor, "赵后", "驳回");
      const form = await dialog("驳回");
      await form.findByRole("radio", { name: "号码无效" });
      const isThere = form.queryByRole("radio", { name }) !== null;
      await actor.click(form.getByRole("button", { name: "取消" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      return isThere;
    };
    expect(await isGround("重复报备")).toBe(false);
    await db.insert(judgement).values({
      ...{ clue_id: other.id, no: 1, certain: true, rule_result: "other", rule_sentence: "先行报备" },
      ...{ verdict: "other", reason: "先行报备", decided_at: days(0), decided_by: manager.id },
    });
    await actor.click(screen.getByRole("tab", { name: /^待审核/ }));
    // The sheet comes after the refusal, once it is decided.
    await waitFor(() =>
      expect(
        within(row("赵后"))
          .getAllByRole("button")
          .map(({ textContent }) => textContent),
      ).toEqual(["驳回", ""]),
    );
    expect(within(row("赵后")).queryByText("通过")).toBeNull();
    expect(await isGround("重复报备")).toBe(true);
  });
});

describe("what follows", () => {
  it("a handler notes the visit with a photo, and the full number where it was hidden", async () => {
    const { id } = await lead({
      ...{ customer_name: "孙丙", status: "valid", handler_id: sales.id, protect_until: days(5) },
      ...{ phone: "138****5678", phone_e164: null, phone_prefix: "138", phone_suffix: "5678" },
      phone_mode: "first3_last4",
    });
    const { actor } = await open("", { as: sales, phone: true });
    await actor.click(await screen.findByRole("button", { name: "登记到访" }));
    const form = await dialog("登记到访");
    const labels = form
      .getAllByText(/^(到访凭证|客户完整号码|到访时间|到访说明)/)
      .map(({ textContent }) => textContent);
    expect(labels[0]).toMatch(/^到访凭证/);
    await sendsPhoto(db, sales.id);
    await actor.upload(await form.findByLabelText("拍摄到访凭证"), photo());
    await form.findByRole("button", { name: /^移除/ });
    await enter(actor, form.getByLabelText(/^客户完整号码/), "13812345678");
    await actor.click(form.getByRole("button", { name: "登记到访" }));
    expect(await screen.findByText("已登记到访")).toBeDefined();
    expect(await stored(id)).toMatchObject({ status: "visited", phone_e164: "+8613812345678" });
  });

  it("a manager extends, cancels, and reads the log", async () => {
    const { id } = await lead({ customer_name: "孙丙", status: "valid", handler_id: sales.id, protect_until: days(2) });
    const { actor } = await open();
    expect(within(row("孙丙")).getByText("剩 2 天")).toBeDefined();
    await actOn(actor, "孙丙", "延期");
    await answer(actor, "延长保护期", "延期", { 延期天数: "10", 延期原因: "客户出差" });
    expect(await screen.findByText("已延期")).toBeDefined();
    await actOn(actor, "孙丙", "日志");
    expect(await (await dialog("孙丙的记录")).findByText("客户出差", { exact: false })).toBeDefined();
    await actor.keyboard("{Escape}");
    await actOn(actor, "孙丙", "取消报备");
    await answer(actor, "取消报备", "取消报备", { 取消原因: "客户放弃" });
    await waitFor(async () => expect(await stored(id)).toMatchObject({ status: "cancelled" }));
  });
});

it("enters a report for an agent, and says while one types that another was first, asked again where no answer came", async () => {
  const { one } = await colliding();
  const [place] = await db.select().from(estate).where(eq(estate.id, one.estate_id));
  const { actor } = await open("?add=1");
  const form = await dialog("代录报备");
  await enter(actor, await form.findByRole("textbox", { name: /^报备代理/ }), "云山");
  await actor.click(await screen.findByRole("option", { name: /云山置业/ }));
  await enter(actor, form.getByRole("textbox", { name: /^楼盘/ }), place?.name ?? "");
  await actor.click(await screen.findByRole("option", { name: new RegExp(place?.name ?? "") }));
  await enter(actor, form.getByLabelText(/^客户姓名/), "赵又");
  const phone = form.getByLabelText(/^客户手机号/);
  await enter(actor, phone, one.phone);
  await withoutAnswer(clueContract.check, () => actor.tab());
  await waitFor(() => {
    fireEvent.blur(phone);
    expect(form.queryByText(/海川置业已报备/)).not.toBeNull();
  });
  await actor.click(form.getByRole("button", { name: /^报备/ }));
  expect(await screen.findByText(/^已报备 BB\d+，有撞单，待判定$/)).toBeDefined();
});

it("opens beside its list with what was reported and with whom it collides", async () => {
  const { other } = await colliding();
  const { actor } = await open(`?open=${other.id}`);
  const drawer = await dialog("赵后");
  expect(await drawer.findByText(/海川置业已报备/)).toBeDefined();
  expect(await drawer.findByRole("button", { name: "发送" })).toBeDefined();
  await actor.click(drawer.getByRole("button", { name: "查看判定单" }));
  expect(await screen.findByRole("article", { name: "判定单" })).toBeDefined();
});

it("says when the protection has ended, and a manager brings it back once", async () => {
  const { id } = await lead({
    ...{ customer_name: "孙丙", status: "valid", handler_id: sales.id, protect_until: days(-0.01) },
    reviewed_at: days(-15),
  });
  await clueExpire.run({
    services: api.services,
    at: api.services.now(),
    signal: new AbortController().signal,
  });
  const { actor } = await open("?view=expired");
  expect(within(row("孙丙")).getByText("已失效")).toBeDefined();
  await actOn(actor, "孙丙", "恢复");
  await answer(actor, "恢复并延期", "延期", { 延期天数: "7", 延期原因: "客户改期" });
  await waitFor(async () => expect(await stored(id)).toMatchObject({ status: "valid" }));
});
