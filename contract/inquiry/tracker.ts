import { z } from "zod";
import { batchReply, ids, keyword, listQuery, oneOf, page, queryDay, queryDays, queryId, ref } from "../common";
import { channels, platforms, trackerCode } from "../customer/customer-user";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { recordEndpoints, statusEndpoints } from "../record-endpoints";
import { listAndRecord } from "../screen-data";

/** Where a visitor may be: people and files bring nobody by a link. */
const { manual: _manual, import: _import, ...trackerPlatforms } = platforms;

export { trackerPlatforms };
export type TrackerPlatform = keyof typeof trackerPlatforms;
export type TrackerChannel = keyof typeof channels;

export const pageTypes = {
  home: "首页",
  estate_list: "房源列表",
  estate_detail: "房源详情",
  mansion: "楼栋",
  article: "资讯",
  special: "专题",
  visa: "签证",
  rental: "租赁",
  report: "趋势报告",
  other: "其他",
} as const;
export type PageType = keyof typeof pageTypes;

const trackerStatuses = { enabled: "启用", disabled: "停用" } as const;
export type TrackerStatus = keyof typeof trackerStatuses;

export const statDays = 30;
const mostDays = 366;

/** A special page of ours, as long as no setting gives a prefix for its path. */
const isOwnPath = (address: string) => /^\/s\/[\w-]+$/.test(address);
const isWhole = z.url({ protocol: /^https?$/ });

const utm = (label: string) => field.optional(field.text(label, 100));

export const TrackerFields = z.object({
  name: field.text("名称", 50),
  platform: field.choice("平台", trackerPlatforms),
  channel: field.choice("渠道", channels),
  page_type: field.choice("所在页面", pageTypes),
  position: field.optional(field.text("位置", 50)).meta({ help: "如：详情页底部按钮" }),
  target_url: z
    .string()
    .max(500, "目标地址不能超过500个字")
    .refine((address) => isOwnPath(address) || isWhole.safeParse(address).success, "目标地址须为完整的网址")
    .meta({ label: "目标地址", control: "text", help: "访客点击后到达的页面，链接由它和编码生成" }),
  utm_source: utm("utm_source"),
  utm_medium: utm("utm_medium"),
  utm_campaign: utm("utm_campaign"),
  utm_term: utm("utm_term"),
  utm_content: utm("utm_content"),
  owner_id: field.optional(field.reference("负责人", "users")),
  cost_amount: field.optional(field.money("投放费用")),
  currency: field.optional(field.optionValue("币种", "currencies")),
  start_at: field.optional(field.day("投放开始")),
  end_at: field.optional(field.day("投放结束")),
  remark: field.optional(field.longText("备注", 500)),
});
export type TrackerFields = z.output<typeof TrackerFields>;

function checkTracker({ cost_amount, currency, start_at, end_at }: TrackerFields, context: z.RefinementCtx) {
  const wrong = (name: keyof TrackerFields, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (cost_amount && !currency) wrong("currency", "请选择币种");
  if (start_at && end_at && end_at < start_at) wrong("end_at", "投放结束不能早于投放开始");
}

export const TrackerCreate = TrackerFields.extend({
  code: trackerCode().meta({ help: "写在链接里，保存后不能修改" }),
}).superRefine(checkTracker);
export const TrackerUpdate = TrackerFields.extend({ version: field.version() }).superRefine(checkTracker);

const count = (label: string) => z.int().meta({ label });

export const TrackerRow = field.rowOf(TrackerFields, ["name", "platform", "channel", "page_type", "position"], {
  ...field.record(),
  code: z.string().meta({ label: "编码" }),
  link: z.string().meta({ label: "链接" }),
  pv: count("PV").meta({ figure: "tracker_pv" }),
  uv: count("UV").meta({ figure: "tracker_uv" }),
  clicks: count("点击"),
  inquiry_count: count("询盘").meta({ figure: "tracker_inquiries" }),
  conversion: z.number().nullable().meta({ label: "转化率", unit: "%", figure: "tracker_conversion" }),
  cost: field.money("成本").nullable().meta({ figure: "tracker_cost" }),
  inquiry_cost: field.money("单询盘成本").nullable().meta({ figure: "tracker_inquiry_cost" }),
  currency: z.string().nullable(),
  owner: ref.nullable().meta({ label: "负责人", isPerson: true }),
  status: field.choice("状态", trackerStatuses),
  created_at: field.instant("创建时间"),
  can: field.can("edit", "enable", "disable", "delete"),
});
export type TrackerRow = z.output<typeof TrackerRow>;

export const TrackerDetail = TrackerRow.extend(
  field.rowOf(
    TrackerFields,
    [
      ...(["target_url", "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const),
      ...(["owner_id", "cost_amount", "start_at", "end_at", "remark"] as const),
    ],
    {},
  ).shape,
);
export type TrackerDetail = z.output<typeof TrackerDetail>;

/** Complaints about a span of days that is the wrong way round, or too long for one picture. */
export function checkSpan(span: { from?: string | undefined; to?: string | undefined }, context: z.RefinementCtx) {
  const { from, to } = span;
  if (!from || !to) return;
  if (to < from) context.addIssue({ code: "custom", path: ["to"], message: "结束日期不能早于开始日期" });
  else if ((Date.parse(to) - Date.parse(from)) / 86_400_000 >= mostDays)
    context.addIssue({ code: "custom", path: ["to"], message: `日期跨度不能超过${mostDays}天` });
}

const DayFigures = z.object({
  pv: count("PV"),
  uv: count("UV"),
  clicks: count("点击"),
  impressions: count("展示"),
  inquiry_count: count("询盘"),
  customer_count: count("转客户"),
});
const TrackerStats = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(DayFigures.extend({ date: z.string().meta({ label: "日期" }) })),
  total: DayFigures,
});
export type TrackerStats = z.output<typeof TrackerStats>;

const access = { permission: "inquiry:tracker:view", write: "inquiry:tracker:manage" } as const;
const path = "/api/inquiry/tracker";

export const tracker = {
  ...recordEndpoints(path, "追踪点", {
    kind: "tracker",
    ...access,
    query: listQuery(
      {
        keyword: keyword(),
        platform: oneOf(trackerPlatforms),
        channel: oneOf(channels),
        page_type: oneOf(pageTypes),
        status: oneOf(trackerStatuses),
        owner_id: queryId(),
        ...queryDays("stat"),
      },
      ["created_at", "code", "name", "pv", "uv", "inquiry_count"],
      "-uv",
    ),
    where: { not: ["pv", "uv", "inquiry_count", "stat"] },
    page: page(TrackerRow),
    record: TrackerDetail,
    create: TrackerCreate,
    update: TrackerUpdate,
  }),
  ...statusEndpoints(path, "追踪点", { permission: access.write, record: TrackerDetail }),
  disableBatch: endpoint(`POST ${path}/batch/disable`, "批量停用追踪点", access.write, {
    body: z.object({ ids: ids() }),
    reply: batchReply,
  }),
  stats: endpoint(`GET ${path}/{id}/numbers`, "追踪点数据", access.permission, {
    query: z.object({ from: queryDay(), to: queryDay() }).superRefine(checkSpan),
    reply: TrackerStats,
  }),
  qrcode: endpoint(`GET ${path}/{id}/qrcode`, "追踪点二维码", access.permission, {
    query: z.object({ format: z.enum(["svg", "png"]).default("svg") }),
    reply: file,
  }),
};

export const trackerScreens = { "/inquiry/tracker": listAndRecord(tracker.list, tracker.get) };
