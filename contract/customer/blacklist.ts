import { z } from "zod";
import { contactKeyword, csv, listQuery, oneOf, page, queryDays, ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { chosenRequest, listRequest, screenData } from "../screen-data";

export const blacklistTypes = {
  phone: "手机号",
  email: "邮箱",
  wechat: "微信",
  ip: "IP",
  user: "注册用户",
} as const;
export type BlacklistType = keyof typeof blacklistTypes;

export const blacklistEffects = {
  block_inquiry: "拦截询盘",
  block_login: "禁止登录",
  no_contact: "禁止联系",
} as const;
export type BlacklistEffect = keyof typeof blacklistEffects;

export const blacklistStatuses = { active: "生效中", expired: "已过期", removed: "已移除" } as const;
export type BlacklistStatus = keyof typeof blacklistStatuses;

const effect = z
  .array(field.choice("拦截项", blacklistEffects))
  .min(1, "请选择拦截项")
  .default(["block_inquiry"])
  .meta({ control: "multi-select", options: blacklistEffects });

/** What may be changed of an entry in force. */
export const BlacklistUpdate = z.object({
  reason: field.optionValue("原因", "blacklist_reason"),
  detail: field.optional(field.longText("说明", 200)),
  effect,
  expire_at: field.optional(field.instant("到期时间")).meta({ control: "instant", help: "留空为永久" }),
  evidence_ids: z.array(z.int().positive()).max(5, "证据最多5张").default([]).meta({ label: "证据", control: "media" }),
});

/** A customer's own contacts are taken from their record: a user who sees them masked need not know them. */
export const BlacklistCreate = BlacklistUpdate.extend({
  type: field.choice("类型", blacklistTypes),
  value: field.optional(field.text("值", 120)),
  customer_id: field.optional(field.reference("关联客户", "customers")),
  customer_user_id: field.optional(field.reference("注册用户", "customer_users")),
}).superRefine(({ type, value, customer_id, customer_user_id }, context) => {
  if (value !== null || customer_id !== null) return;
  if (type !== "user") context.addIssue({ code: "custom", path: ["value"], message: "请输入值" });
  else if (customer_user_id === null)
    context.addIssue({ code: "custom", path: ["customer_user_id"], message: "请选择注册用户" });
});

export const BlacklistRemove = z.object({ reason: field.reason("移除原因") });

const { shape } = BlacklistCreate;

export const BlacklistRow = field.rowOf(BlacklistCreate, ["type", "reason", "detail", "effect", "expire_at"], {
  id: field.id(),
  /** Masked, but for an address and a registered user's number. */
  value: z.string().meta({ label: field.labelOf(shape.value, "value") }),
  customer: ref.nullable().meta({ label: field.labelOf(shape.customer_id, "customer_id") }),
  customer_user: ref.nullable().meta({ label: "关联用户" }),
  operator: ref.nullable().meta({ label: "操作人", isPerson: true }),
  created_at: field.instant("生效时间"),
  hit_count: z.int().meta({ label: "拦截次数", figure: "hit_count" }),
  last_hit_at: field.instant("最近拦截").nullable(),
  status: field.choice("状态", blacklistStatuses),
  removed_by: ref.nullable().meta({ label: "移除人", isPerson: true }),
  removed_at: field.instant("移除时间").nullable(),
  removed_reason: z.string().nullable().meta({ label: "移除原因" }),
  can: field.can("edit", "remove"),
});
export type BlacklistRow = z.output<typeof BlacklistRow>;

const BlacklistDetail = BlacklistRow.extend({
  evidence_ids: z.array(z.int()),
  evidence: z.array(z.object({ id: z.int(), name: z.string(), url: z.string() })).meta({ label: "证据" }),
});
export type BlacklistDetail = z.output<typeof BlacklistDetail>;

export const blacklist = {
  list: endpoint("GET /api/customer/blacklist", "黑名单列表", "customer:blacklist:view", {
    query: listQuery(
      {
        keyword: contactKeyword(),
        status: oneOf(blacklistStatuses),
        type: oneOf(blacklistTypes),
        reason: csv(z.string().max(40)),
        ...queryDays("created"),
      },
      ["created_at", "hit_count"],
      "-created_at",
    ),
    reply: page(BlacklistRow),
  }),
  get: endpoint("GET /api/customer/blacklist/{id}", "黑名单详情", "customer:blacklist:view", {
    kind: "blacklist",
    reply: BlacklistDetail,
  }),
  create: endpoint("POST /api/customer/blacklist", "加入黑名单", "customer:blacklist:manage", {
    body: BlacklistCreate,
    reply: z.object({ id: z.int() }),
  }),
  update: endpoint("PUT /api/customer/blacklist/{id}", "编辑黑名单", "customer:blacklist:manage", {
    body: BlacklistUpdate,
    reply: BlacklistDetail,
  }),
  remove: endpoint("DELETE /api/customer/blacklist/{id}", "移出黑名单", "customer:blacklist:manage", {
    body: BlacklistRemove,
    reply: z.null(),
  }),
};

/** What is done with the entry that the address names. */
const entryParameters = ["view", "edit", "remove"];

export const blacklistScreens = {
  "/customer/blackList": screenData("list", (address) => ({
    page: listRequest(blacklist.list, address),
    entry: chosenRequest(blacklist.get, entryParameters.map((name) => address.search.get(name)).find(Boolean)),
  })),
};
