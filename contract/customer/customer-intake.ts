import { z } from "zod";
import { languages } from "../common";
import * as field from "../field";
import { externalId, signedEndpoint, TakenIn } from "../signed";
import { behaviorTypes, channels, genders, platforms, targetTypes, trackerCode } from "./customer-user";
import { unregisterReasons } from "./unregister";

const text = (label: string, max: number) => field.optional(field.text(label, max));
const count = (label: string) => field.integer(label, 0, 2_000_000_000);

const UserIntake = z
  .object({
    external_id: externalId(),
    nickname: text("昵称", 30),
    phone_cc: text("区号", 4),
    phone: field.optional(field.phone("手机号")),
    email: field.optional(field.email()),
    wechat_unionid: text("微信UnionID", 64),
    avatar_url: field
      .optional(z.url({ protocol: /^https?$/, error: "头像地址须为完整的网址" }).max(500))
      .meta({ label: "头像" }),
    gender: field.choice("性别", genders).default("unknown"),
    language: field.optional(field.choice("语言", languages)),
    country_code: field.optional(z.string().regex(/^[A-Z]{2}$/, "国家须为两位大写代码")).meta({ label: "国家" }),
    register_platform: field.choice("注册平台", platforms),
    register_channel: field.optional(field.choice("注册渠道", channels)),
    /** One that nobody knows (any more) is left out. */
    tracker: field.optional(trackerCode()),
    register_ip: text("注册IP", 45),
    registered_at: field.instant("注册时间"),
    last_active_at: field.optional(field.instant("最近活跃")),
    login_count: count("登录次数").default(0),
  })
  .superRefine(({ phone, email, wechat_unionid }, context) => {
    if (!phone && !email && !wechat_unionid)
      context.addIssue({ code: "custom", path: ["phone"], message: "手机号、邮箱、微信UnionID至少填写一项" });
  });
export type UserIntake = z.output<typeof UserIntake>;

export const BehaviorIntake = z.object({
  external_id: externalId(),
  user: externalId("用户的外部编号"),
  type: field.choice("行为", behaviorTypes),
  target_type: field.optional(field.choice("对象类型", targetTypes)),
  target_id: field.optional(field.id("对象编号")),
  target_name: text("对象名称", 100),
  keyword: text("搜索词", 50),
  result_count: field.optional(count("结果数")),
  platform: field.optional(field.choice("平台", platforms)),
  ip: text("IP", 45),
  at: field.instant("时间"),
});
export type BehaviorIntake = z.output<typeof BehaviorIntake>;

const mostRows = 200;

/** A row that was not taken, and why; the others are. */
const Refused = z.object({
  index: z.int(),
  external_id: z.string().nullable(),
  errors: z.array(z.object({ field: z.string(), label: z.string(), message: z.string() })),
});
export const RowsTaken = z.object({
  accepted: z.int(),
  repeated: z.int(),
  refused: z.array(Refused),
});
export type RowsTaken = z.output<typeof RowsTaken>;

/** Rows that are judged one by one, so that a wrong one keeps no other out. */
export const rowsOf = (max = mostRows) =>
  z.object({
    rows: z
      .array(z.unknown().meta({ isLiteral: true }), { error: "须为数组" })
      .min(1, "请至少发送一行")
      .max(max, `一次最多${max}行`)
      .meta({ label: "行" }),
  });

const UnregisterIntake = z.object({
  external_id: externalId(),
  user: externalId("用户的外部编号"),
  reason: field.choice("原因", unregisterReasons),
  detail: field.optional(field.longText("说明", 300)),
  platform: field.choice("来源", platforms),
});
export type UnregisterIntake = z.output<typeof UnregisterIntake>;

export const customerIntake = {
  user: signedEndpoint("POST /api/customer/user/intake", "接入注册用户", {
    body: UserIntake,
    reply: TakenIn.extend({ user_no: z.string() }),
  }),
  behaviors: signedEndpoint("POST /api/customer/user/behavior/intake", "接入用户行为", {
    body: rowsOf(),
    reply: RowsTaken,
  }),
  unregister: signedEndpoint("POST /api/customer/unregister/intake", "接入注销申请", {
    body: UnregisterIntake,
    reply: TakenIn.extend({ request_no: z.string() }),
  }),
};
