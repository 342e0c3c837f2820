import { customer } from "~/contract/customer/customer";
import { requirement } from "~/contract/customer/requirement";
import { tracking } from "~/contract/customer/tracking";
import { timeline } from "~/contract/timeline/timeline";
import { linkOf, pageOf } from "../answer";
import { type Ask, type Given, type Tool, tool } from "../tool";

/** Whose customer it already is, where the caller may take the customer over (domain C.1.4). */
async function takeover(ask: Ask, given: Given) {
  const { phone_cc, phone, phone2, wechat, email } = given;
  const { hit } = await ask(customer.check, { body: { phone_cc, phone, phone2, wechat, email } });
  return hit?.can.takeover ? hit : undefined;
}

const contacts = ["phone_cc", "phone", "phone2", "wechat", "email"] as const;

export const customerTools: readonly Tool[] = [
  tool(customer.list, {
    name: "find_customers",
    title: "查找客户",
    tells: [
      "查找有跟进人的客户（权限范围内），可按关键词、等级、阶段、未跟进天数等筛选；view=mine 为我的，today 为今日待跟进，warning 为即将进公海。",
      "Find customers that somebody follows up, within the caller's scope.",
    ],
    takes: [
      ...([
        "keyword",
        "view",
        "level",
        "stage",
        "source",
        "country",
        "estate_id",
        "created_from",
        "created_to",
      ] as const),
      ...(["owner_id", "district_id", "budget_min", "budget_max", "budget_currency", "tag", "idle_days_min"] as const),
      ...(["tracked_from", "tracked_to", "next_from", "next_to", "sort", "page"] as const),
    ],
    answer: pageOf("customer"),
  }),
  tool(customer.pool, {
    name: "find_pool_customers",
    title: "查找公海客户",
    tells: [
      "查找公海里没有跟进人的客户；claimable=true 只看现在可以领取的。",
      "Find customers in the pool, whom nobody follows up.",
    ],
    takes: ["keyword", "level", "stage", "source", "country", "pool_reason", "claimable", "sort", "page"],
    answer: pageOf("customer"),
  }),
  tool(customer.get, {
    name: "read_customer",
    title: "查看客户",
    tells: [
      "按 id 查看一位客户的资料与动态（跟进、日程、需求、询盘、报备、报价、成交等，新的在前）；before 用上次的 next 继续往前看。",
      "Read one customer with the time line, newest first.",
    ],
    more: timeline.list.query.shape,
    also: [timeline.list],
    async answer(record, ask, { kind, before }) {
      const { list, next } = await ask(timeline.list, { params: { id: record.id }, query: { kind, before } });
      return {
        customer: { ...record, link: linkOf.customer(record.id) },
        timeline: list.slice(0, 20),
        next: nextOf(list, next),
      };
    },
  }),
  tool(customer.create, {
    name: "create_customer",
    title: "新增客户",
    tells: [
      "新增客户，新增人为跟进人；to_pool=true 放入公海。手机号、微信等至少填一项。与已有客户重复时会说明是谁的；可接管时先询问。",
      "Create a customer. A duplicate is refused; where it may be taken over, the person is asked first.",
    ],
    takes: [
      ...contacts,
      ...(["name", "gender", "line_id", "whatsapp", "country_code", "language", "level", "stage", "purposes"] as const),
      ...(["intent_country_codes", "intent_district_ids", "intent_estate_ids", "budget_min", "budget_max"] as const),
      ...([
        "budget_currency",
        "loan_need",
        "source",
        "source_detail",
        "tags",
        "remark",
        "to_pool",
        "inquiry_id",
      ] as const),
    ],
    also: [customer.check],
    async question(ask, given) {
      const hit = await takeover(ask, given);
      return hit && `${hit.message}（${hit.customer_no}）。要接管这位客户吗？`;
    },
    onceAsked: { takeover: true },
    answer: (made) => ({ ...made, link: linkOf.customer(made.id) }),
  }),
  tool(customer.quick, {
    name: "update_customer",
    title: "修改客户等级、阶段、标签、下次跟进",
    tells: [
      "修改客户的等级、阶段、标签或下次跟进时间，没有写的不变；version 用 read_customer 或 find_customers 得到的版本。",
      "Change level, stage, tags or the next follow-up of a customer; what is absent stays.",
    ],
    takes: ["version", "level", "stage", "lost_reason", "invalid_reason", "tags", "next_at"],
    answer: (record) => ({ ...record, link: linkOf.customer(record.id) }),
  }),
  tool(customer.claim, {
    name: "claim_customer",
    title: "领取公海客户",
    tells: ["把一位公海客户领取到自己名下，占用当日领取次数。", "Claim a customer from the pool for oneself."],
    fixed: { body: { action: "claim" } },
    answer: (record) => ({ ...record, link: linkOf.customer(record.id) }),
  }),
  tool(customer.release, {
    name: "release_customer",
    title: "释放客户到公海",
    tells: [
      "把客户释放到公海，别人就可以领取；先询问再执行。",
      "Give a customer back to the pool; the person is asked first.",
    ],
    takes: ["reason", "note"],
    also: [customer.get],
    isDestructive: true,
    async question(ask, { id }) {
      const { name, customer_no } = await ask(customer.get, { params: { id: Number(id) } });
      return `确定把客户“${name}”（${customer_no}）释放到公海吗？释放后其他人可以领取。`;
    },
    answer: (record) => ({ ...record, link: linkOf.customer(record.id) }),
  }),
  tool(tracking.list, {
    name: "find_follow_ups",
    title: "查找跟进记录",
    tells: ["查找跟进记录，可按客户、方式、结果、跟进人和日期筛选。", "Find follow-ups."],
    takes: [
      ...(["keyword", "customer_id", "type", "result", "user_id", "estate_id", "is_valid"] as const),
      ...(["tracked_from", "tracked_to", "sort", "page"] as const),
    ],
    answer: ({ list, total, total_capped, page, summary }) => ({
      ...{ total, total_capped, page, summary },
      list: list.map((row) => ({ ...row, link: linkOf.customer(row.customer.id) })),
    }),
  }),
  tool(tracking.create, {
    name: "write_follow_up",
    title: "写跟进",
    tells: [
      "为客户写一条跟进。内容如实写用户说过的事，不要编造；可同时更新阶段、等级和下次跟进时间。",
      "Write a follow-up of a customer: only what the person said has happened.",
    ],
    takes: [
      ...(["customer_id", "type", "direction", "content", "result", "tracked_at", "duration_min"] as const),
      ...(["stage_after", "lost_reason", "level_after", "next_at", "estate_ids", "clue_id", "deal_id"] as const),
    ],
    answer: (made, _, { customer_id }) => ({ ...made, link: linkOf.customer(Number(customer_id)) }),
  }),
  tool(requirement.list, {
    name: "find_requirements",
    title: "查找购房需求",
    tells: [
      "查找客户的购房需求；匹配房源要用这里的需求 id。",
      "Find what customers look for; match_estates takes the id of a requirement.",
    ],
    takes: ["keyword", "customer_id", "status", "country", "purpose", "updated_from", "updated_to", "sort", "page"],
    answer: ({ list, total, total_capped, page }) => ({
      ...{ total, total_capped, page },
      list: list.map((row) => ({ ...row, link: linkOf.customer(row.customer.id) })),
    }),
  }),
  tool(requirement.create, {
    name: "write_requirement",
    title: "新增购房需求",
    tells: ["为客户记下一项购房需求，之后可以匹配房源。", "Write down what a customer looks for."],
    takes: [
      ...(["customer_id", "purposes", "timeline", "completion_from", "completion_to", "country_code"] as const),
      ...(["district_ids", "property_types", "layouts", "floor_pref", "station_walk_max", "area_min"] as const),
      ...(["area_max", "price_min", "price_max", "currency", "yield_min", "loan", "down_payment"] as const),
      ...(["must_have", "extra"] as const),
    ],
    answer: (made, _, { customer_id }) => ({ ...made, link: linkOf.customer(Number(customer_id)) }),
  }),
];

/** By which one goes on after what was shown, of which there may be more than a model is told at once. */
const nextOf = (list: readonly { place: string }[], next: string | null) => (list.length > 20 ? list[19]?.place : next);
