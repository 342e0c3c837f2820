import { z } from "zod";
import { agentLevels } from "../agent/agent-kinds";
import { keyword, listQuery, oneOf, page, queryDays, queryId, ref } from "../common";
import { richText } from "../content/rich-text";
import { siteFigures } from "../content/site-figures";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { recordEndpoints } from "../record-endpoints";
import { chosenRequest, listRequest, request, screenData } from "../screen-data";
import type { Scene } from "../shared/option";
import {
  audienceScopes,
  audiences,
  channelsOfAudience,
  notificationChannels,
  notificationStatuses,
  notificationTypes,
  receiptStatuses,
  repeats,
  scopesOf,
  sendModes,
  skipReasons,
} from "./notification-kinds";

export const mostNamed = 500;

const several = (label: string, scene: Scene, max: number) =>
  z
    .array(z.int().positive())
    .max(max, `${label}最多选${max}项`)
    .default([])
    .meta({ label, control: "multi-select", scene });

/** The recipients. Of the lists only the one that belongs to `scope` counts. */
const Aimed = z.object({
  audience: field.choice("受众", audiences).default("staff"),
  scope: field.choice("范围", audienceScopes).default("all"),
  role_ids: several("角色", "audience_roles", 50),
  team_ids: several("团队", "teams", 100).meta({ help: "含下级团队" }),
  agent_levels: field.choices("代理等级", agentLevels),
  countries: field.optionValues("国家/地区", "countries", 50),
  /** Written as the list's address writes it. */
  filter: field
    .optional(field.text("列表条件", 2_000))
    .meta({ help: "与员工、代理、注册用户列表的筛选条件相同，如 level=S,A" }),
  staff_ids: several("员工", "users", mostNamed),
  agent_ids: several("代理", "agents", mostNamed).meta({ help: "发给所选代理的全部账号" }),
  user_ids: several("注册用户", "customer_users", mostNamed),
});
export type Aimed = z.output<typeof Aimed>;

/** What `scope` asks for of an audience. */
const chosenBy = {
  role: "role_ids",
  team: "team_ids",
  agent_level: "agent_levels",
  country: "countries",
} as const;
export const namedBy = { staff: "staff_ids", agent: "agent_ids", user: "user_ids" } as const;

export function fieldOfScope({ audience, scope }: Pick<Aimed, "audience" | "scope">) {
  if (scope === "all") return undefined;
  if (scope === "filter") return "filter";
  return scope === "custom" ? namedBy[audience] : chosenBy[scope];
}

function checkAim(aim: Aimed, context: z.RefinementCtx) {
  const wrong = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
  const scopes: readonly string[] = scopesOf[aim.audience];
  if (!scopes.includes(aim.scope)) {
    wrong("scope", `${audiences[aim.audience]}不能${audienceScopes[aim.scope]}选择`);
    return;
  }
  const name = fieldOfScope(aim);
  if (!name) return;
  const value = aim[name];
  if (value === null || value.length === 0)
    wrong(name, `请${name === "filter" ? "填写" : "选择"}${field.labelOf(Aimed.shape[name], name)}`);
}

export const NotificationFields = z.object({
  title: field.text("标题", 60),
  summary: field.optional(field.longText("摘要", 120)).meta({ help: "推送、短信和企业微信卡片用它；留空取正文开头" }),
  content: richText("内容"),
  type: field.choice("类型", notificationTypes).default("system"),
  cover_id: field.optional(field.id("封面")).meta({ control: "media" }),
  link_url: field.optional(
    z
      .url({ protocol: /^https?$/, error: "链接须为完整的网址" })
      .max(500, "链接不能超过500个字")
      .meta({ label: "链接", control: "text" }),
  ),
  is_top: z.boolean().default(false).meta({ label: "置顶", control: "switch" }),
  name_fallback: field
    .text("姓名缺省", 20)
    .default("您")
    .meta({ help: "标题、摘要和内容中的 {姓名} 换成接收人的姓名；没有姓名的，换成它" }),
  ...Aimed.shape,
  channels: field.choices("渠道", notificationChannels).refine((list) => list.length > 0, "请选择渠道"),
  send_mode: field.choice("发送方式", sendModes).default("now"),
  send_at: field.optional(field.instant("发送时间")),
  repeat: field.optional(field.choice("重复周期", repeats)),
  repeat_until: field.optional(field.day("重复至")),
  repeat_count: field.optional(field.integer("最多次数", 2, 366, "次")),
});
export type NotificationFields = z.output<typeof NotificationFields>;

function checkNotification(value: NotificationFields, context: z.RefinementCtx) {
  checkAim(value, context);
  const wrong = (name: keyof NotificationFields, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  const known: readonly string[] = channelsOfAudience[value.audience];
  const lost = value.channels.filter((one) => !known.includes(one)).map((one) => notificationChannels[one]);
  if (lost.length) wrong("channels", `${audiences[value.audience]}不能用${lost.join("、")}`);
  if (value.send_mode !== "now" && !value.send_at) wrong("send_at", "请选择发送时间");
  if (value.send_mode === "repeated" && !value.repeat) wrong("repeat", "请选择重复周期");
}

export const NotificationCreate = NotificationFields.superRefine(checkNotification);
export const NotificationUpdate = NotificationFields.extend({ version: field.version() }).superRefine(
  checkNotification,
);

const count = (label: string) => z.int().meta({ label });
const { shape } = NotificationFields;

const acts = [
  ...(["edit", "test", "send", "schedule", "unschedule", "stop", "recall", "retry", "copy", "delete"] as const),
  ...(["pause", "resume", "end"] as const),
] as const;

export const NotificationRow = field.rowOf(
  NotificationFields,
  [
    ...(["title", "type", "audience", "scope", "channels", "send_mode", "is_top"] as const),
    ...(["repeat", "repeat_until", "repeat_count"] as const),
  ],
  {
    ...field.record(),
    status: field.choice("状态", notificationStatuses),
    /** Of a draft and a scheduled one when it is to go out, of others when it began to. */
    send_at: field.instant("发送时间").nullable(),
    /** People that it is for, as they were found when it was sent; those who were left out are among them. */
    target_count: count("目标").meta({ figure: siteFigures.audience }),
    /** People reached by at least one channel. */
    sent_count: count("送达").meta({ figure: siteFigures.reached }),
    /** People who have opened it in their inbox. */
    read_count: count("已读").meta({ figure: siteFigures.opened }),
    /** Persons and channels that failed or have no known result: a retry is about them. */
    failed_count: count("失败"),
    unknown_count: count("结果未知"),
    /** Of a repeated one: when the next occurrence goes out, and how many have. */
    next_at: field.instant("下次发送").nullable(),
    occurrence_count: count("已发次数"),
    /** Of an occurrence: of what, and which one it is. */
    series_id: z.int().nullable(),
    occurrence_no: z.int().nullable(),
    created_by: ref.nullable().meta({ label: "创建人", isPerson: true }),
    created_at: field.instant("创建时间"),
    updated_at: field.instant("更新时间"),
    can: field.can(...acts),
  },
);
export type NotificationRow = z.output<typeof NotificationRow>;

/** How far a sending is: persons and channels. `total` grows while the readers are being found. */
export const NotificationProgress = z.object({
  id: field.id(),
  status: field.choice("状态", notificationStatuses),
  version: field.version(),
  /** The readers are still being found. */
  is_finding: z.boolean(),
  total: z.int(),
  done: z.int(),
  target_count: z.int(),
  sent_count: z.int(),
  failed_count: z.int(),
});
export type NotificationProgress = z.output<typeof NotificationProgress>;

const ChannelTally = z.object({
  channel: field.choice("渠道", notificationChannels),
  total: count("目标"),
  pending: count("待发送"),
  sent: count("已送达"),
  read: count("已读"),
  failed: count("发送失败"),
  unknown: count("结果未知"),
  skipped: count("已跳过"),
  /** People who opened the link. */
  clicked: count("点击"),
});
export type ChannelTally = z.output<typeof ChannelTally>;

export const NotificationDetail = NotificationRow.extend({
  ...field.rowOf(
    NotificationFields,
    [
      ...(["summary", "content", "cover_id", "link_url", "name_fallback"] as const),
      ...(["role_ids", "team_ids", "agent_levels", "countries"] as const),
      ...(["filter", "staff_ids", "agent_ids", "user_ids"] as const),
    ],
    {},
  ).shape,
  cover: z.string().nullable(),
  /** The audience in words, such as 代理 · 战略、核心. */
  audience_text: z.string().meta({ label: "受众" }),
  updated_by: ref.nullable().meta({ label: "更新人", isPerson: true }),
  sent_by: ref.nullable().meta({ label: "发送人", isPerson: true }),
  ended_at: field.instant("完成时间").nullable(),
  recalled_at: field.instant("撤回时间").nullable(),
  failure: z.string().nullable().meta({ label: "失败原因" }),
  /** The end of the quiet hours that the outgoing channels wait for. */
  wait_until: field.instant("静默至").nullable(),
  /** People who opened its link. */
  click_count: count("点击"),
  progress: NotificationProgress,
  tally: z.array(ChannelTally),
});
export type NotificationDetail = z.output<typeof NotificationDetail>;
export const NotificationRecord = NotificationDetail;

/** How many people an audience has at this moment, in the caller's sight. */
const Estimate = z.object({
  count: z.int(),
  /** Counting ended there: there are more. */
  is_capped: z.boolean(),
  /** Of them, how many are left out on every channel, by reason. */
  skipped: z.array(z.object({ reason: field.choice("原因", skipReasons), count: z.int() })),
  /** Of the others, how many each channel has an address of. */
  reachable: z.array(z.object({ channel: field.choice("渠道", notificationChannels), count: z.int() })),
});
export type Estimate = z.output<typeof Estimate>;

const ChannelState = z.object({
  channel: field.choice("渠道", notificationChannels),
  is_ready: z.boolean(),
  /** What is missing, or that this is a demo, in words; null where it works. */
  note: z.string().nullable(),
});
export type ChannelState = z.output<typeof ChannelState>;

const TestResult = z.object({
  channel: field.choice("渠道", notificationChannels),
  is_sent: z.boolean(),
  error: z.string().nullable(),
});
export type TestResult = z.output<typeof TestResult>;

export const ReceiptRow = z.object({
  id: field.id(),
  recipient_type: field.choice("受众", audiences),
  recipient_id: z.int(),
  /** A colleague's name, an account's, a user's nickname or number. */
  name: z.string().meta({ label: "接收人" }),
  /** Of an account its agent, of a colleague the team. */
  of: z.string().nullable().meta({ label: "所属" }),
  channel: field.choice("渠道", notificationChannels),
  status: field.choice("状态", receiptStatuses),
  reason: field.choice("跳过原因", skipReasons).nullable(),
  error: z.string().nullable().meta({ label: "失败原因" }),
  attempts: count("次数"),
  sent_at: field.instant("送达时间").nullable(),
  read_at: field.instant("阅读时间").nullable(),
  /** The first time that the link was opened, and how often it was. */
  clicked_at: field.instant("点击时间").nullable(),
  click_count: count("点击次数"),
});
export type ReceiptRow = z.output<typeof ReceiptRow>;

export const Notice = z.object({
  id: z.int(),
  title: z.string(),
  summary: z.string().nullable(),
  type: field.choice("类型", notificationTypes),
  /** Safe HTML, the addresses of its pictures filled in. */
  content: z.string(),
  cover: z.string().nullable(),
  link_url: z.string().nullable(),
  /** By which readers reach the link, so that it counts; null without a link. */
  click_url: z.string().nullable(),
  sent_at: z.string(),
  read_at: z.string().nullable(),
});
export type Notice = z.output<typeof Notice>;

const path = "/api/notification";
const view = "notification:info:view";
const edit = "notification:info:edit";
const send = "notification:info:send";
const version = { version: field.version() };
const act = <const N extends string>(name: N, summary: string) =>
  endpoint(`PATCH ${path}/{id}/${name}`, `${summary}通知`, send, {
    body: z.object(version),
    reply: NotificationDetail,
  });

export const Scheduling = z.object({ send_at: field.instant("发送时间") });
/** The form of 重试: what of nobody knows whether it arrived is sent again only where somebody says so. */
export const Retrying = z.object({
  with_unknown: z
    .boolean()
    .default(false)
    .meta({ label: "结果未知的也重发", control: "switch", help: "对方可能已经收到，重发可能收到两次" }),
});

export const notification = {
  ...recordEndpoints(path, "通知", {
    kind: "notification",
    permission: view,
    write: edit,
    query: listQuery(
      {
        keyword: keyword(),
        type: oneOf(notificationTypes),
        audience: oneOf(audiences),
        status: oneOf(notificationStatuses),
        series_id: queryId().meta({ label: "重复的通知" }),
        ...queryDays("send", "发送时间"),
      },
      ["created_at", "send_at", "target_count", "read_count"],
      "-created_at",
    ),
    where: { more: { title: shape.title } },
    page: page(NotificationRow),
    record: NotificationDetail,
    create: NotificationCreate,
    update: NotificationUpdate,
  }),
  channels: endpoint(`GET ${path}/channels`, "通知渠道", view, { reply: z.array(ChannelState) }),
  estimate: endpoint(`POST ${path}/estimate`, "估算通知人数", edit, {
    isRead: true,
    body: Aimed.superRefine(checkAim),
    reply: Estimate,
  }),
  copy: endpoint(`POST ${path}/{id}/copy`, "复制通知", edit, { reply: z.object({ id: z.int() }) }),
  /** To the caller alone, by each of its channels. */
  test: endpoint(`POST ${path}/{id}/test`, "测试发送通知", edit, {
    unkeyed: "sends one test each time",
    reply: z.array(TestResult),
  }),
  send: act("send", "发送"),
  schedule: endpoint(`PATCH ${path}/{id}/schedule`, "定时发送通知", send, {
    body: Scheduling.extend(version),
    reply: NotificationDetail,
  }),
  unschedule: act("unschedule", "取消定时发送"),
  /** What has not gone out yet waits until somebody retries. */
  stop: act("stop", "停止发送"),
  /** Nobody finds it in the inbox any more, and nothing further goes out. */
  recall: act("recall", "撤回"),
  /** Goes on with one that was stopped, and sends again what failed. */
  retry: endpoint(`PATCH ${path}/{id}/retry`, "重试发送通知", send, {
    body: Retrying.extend(version),
    reply: NotificationDetail,
  }),
  /** Of a repeated one; a paused one may be edited, and later occurrences follow. */
  pause: act("pause", "暂停重复"),
  resume: act("resume", "恢复重复"),
  end: act("end", "结束重复"),
  receipts: endpoint(`GET ${path}/{id}/receipts`, "通知发送明细", view, {
    query: listQuery(
      {
        keyword: keyword(),
        channel: oneOf(notificationChannels),
        status: oneOf(receiptStatuses),
        reason: oneOf(skipReasons),
        read: z
          .enum(["yes", "no"])
          .optional()
          .meta({ label: "已读", options: { yes: "已读", no: "未读" } }),
      },
      ["id"],
      "id",
    ),
    where: { not: ["id"] },
    reply: page(ReceiptRow),
  }),
  /** One that has reached the caller; it counts as read from then on. */
  mine: endpoint(`GET ${path}/mine/{id}`, "我的通知", "signed-in", { reply: Notice }),
};

export const notificationScreens = {
  /** `?receipts=7`: its recipients. `receipt_page`, `receipt_channel`, `receipt_status` and `receipt_keyword` belong to that list. */
  "/notification/information-list": screenData("list", (address) => {
    const id = address.search.get("receipts");
    const of = (name: string) => address.search.get(`receipt_${name}`) ?? undefined;
    const query = notification.receipts.query
      .pick({ page: true, page_size: true, channel: true, status: true, keyword: true })
      .safeParse({
        page: of("page"),
        page_size: of("page_size"),
        channel: of("channel"),
        status: of("status"),
        keyword: of("keyword"),
      }).data;
    return {
      page: listRequest(notification.list, address),
      record: chosenRequest(notification.get, id),
      receipts: chosenRequest(notification.receipts, id, query),
    };
  }),
  "/notification/information-list/information-edit": screenData("page", ({ search }) => ({
    record: chosenRequest(notification.get, search.get("id")),
    channels: request(notification.channels),
  })),
};
