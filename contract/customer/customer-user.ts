import { z } from "zod";
import { bit, contactKeyword, csv, languages, listQuery, oneOf, page, pageSizes, queryDays } from "../common";
import { contentKinds } from "../content/content-kinds";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { readQuery } from "../read-query";
import { listData, recordRequest, screenData } from "../screen-data";
import { Reveal } from "./customer";

/** Where something of the public site came from (domain 0). */
export const platforms = {
  web: "PC网站",
  h5: "手机网站",
  app_ios: "iOS",
  app_android: "安卓",
  mini_program: "小程序",
  wecom: "企业微信",
  manual: "人工录入",
  import: "批量导入",
  agent_portal: "代理端",
} as const;

/** Through which channel somebody came: the channels of the tracking points. */
export const channels = {
  seo: "自然搜索",
  sem: "搜索广告",
  social: "社媒",
  wechat: "公众号",
  video: "短视频",
  email: "EDM",
  offline: "线下",
  partner: "合作方",
  internal: "站内位",
  direct: "直接访问",
} as const;

export const customerUserStatuses = {
  normal: "正常",
  disabled: "已禁用",
  unregistering: "注销中",
  unregistered: "已注销",
} as const;

export const behaviorTypes = {
  view_estate: "浏览房源",
  view_content: "浏览内容",
  favorite: "收藏",
  unfavorite: "取消收藏",
  search: "搜索",
  download_report: "下载报告",
  share: "分享",
  login: "登录",
} as const;
export const targetTypes = { estate: "房源", mansion: "楼栋", ...contentKinds } as const;

export const behaviorDays = 180;

export const genders = { unknown: "未知", male: "男", female: "女" } as const;
export const CustomerUserRow = z.object({
  id: field.id(),
  user_no: z.string().meta({ label: "用户编号" }),
  name: z.string().meta({ label: "昵称" }),
  phone_cc: z.string().nullable(),
  phone: z.string().nullable().meta({ label: "手机号", control: "phone" }),
  email: z.string().nullable().meta({ label: "邮箱" }),
  register_platform: z.string().meta({ label: "平台", options: platforms }),
  register_channel: z.string().nullable().meta({ label: "渠道", options: channels }),
  country_code: z.string().nullable().meta({ label: "国家", scene: "countries" }),
  favorite_count: z.int().meta({ label: "收藏" }),
  view_count: z.int().meta({ label: "浏览" }),
  inquiry_count: z.int().meta({ label: "询盘" }),
  /** Of a customer that the caller may not see only the number is given. */
  customer: z.object({ id: z.int(), name: z.string(), is_visible: z.boolean() }).nullable().meta({ label: "关联客户" }),
  registered_at: field.instant("注册时间"),
  last_active_at: field.instant("最近活跃").nullable(),
  status: z.string().meta({ label: "状态", options: customerUserStatuses }),
  is_blacklisted: z.boolean().meta({ label: "黑名单" }),
  can: field.can(
    "disable",
    "enable",
    "link",
    "unlink",
    /** May become a customer of their own. */
    "convert",
    "reveal",
  ),
});
export type CustomerUserRow = z.output<typeof CustomerUserRow>;

export const BehaviorRow = z.object({
  id: field.id(),
  type: z.string().meta({ label: "行为", options: behaviorTypes }),
  target_type: z.string().nullable().meta({ label: "对象类型", options: targetTypes }),
  target_id: z.int().nullable(),
  target_name: z.string().nullable().meta({ label: "对象" }),
  keyword: z.string().nullable().meta({ label: "搜索词" }),
  platform: z.string().nullable().meta({ label: "平台", options: platforms }),
  ip: z.string().nullable().meta({ label: "IP" }),
  at: z.string().meta({ label: "时间" }),
});
export type BehaviorRow = z.output<typeof BehaviorRow>;

const BehaviorSummary = z.object({
  /** How often each kind; a kind that did not occur is left out. */
  counts: z.record(z.string(), z.int()),
  viewed: z.array(z.object({ name: z.string(), count: z.int() })),
  searched: z.array(z.object({ name: z.string(), count: z.int() })),
});
export type BehaviorSummary = z.output<typeof BehaviorSummary>;

export const CustomerUserDetail = CustomerUserRow.extend({
  wechat_unionid: z.string().nullable().meta({ label: "微信UnionID" }),
  gender: z.string().meta({ label: "性别", options: genders }),
  language: z.string().nullable().meta({ label: "语言", options: languages }),
  register_ip: z.string().nullable().meta({ label: "注册IP" }),
  login_count: z.int().meta({ label: "登录次数" }),
  status_reason: z.string().nullable().meta({ label: "禁用原因" }),
  summary: BehaviorSummary,
  behavior: page(BehaviorRow).optional(),
  favorites: page(BehaviorRow).optional(),
  logins: page(BehaviorRow).optional(),
});
export type CustomerUserDetail = z.output<typeof CustomerUserDetail>;

export const CustomerUserDisable = z.object({ reason: field.reason("禁用原因") });
export const CustomerUserEnable = z.object({ reason: field.optional(field.reason("启用原因")) });
export const CustomerUserLink = z.object({ customer_id: field.reference("客户", "customers") });

/** The parts of a registered user that come along when asked for; each is a tab of its page. */
const parts = ["behavior", "favorites", "logins"] as const;

export const customerUser = {
  list: endpoint("GET /api/customer/user", "注册用户列表", "customer:user:view", {
    query: listQuery(
      {
        keyword: contactKeyword(),
        platform: oneOf(platforms),
        channel: oneOf(channels),
        status: oneOf(customerUserStatuses),
        linked: bit(),
        ...queryDays("registered"),
        ...queryDays("active"),
      },
      ["registered_at", "last_active_at", "user_no"],
      "-registered_at",
    ),
    reply: page(CustomerUserRow),
  }),
  get: endpoint("GET /api/customer/user/{id}", "注册用户详情", "customer:user:view", {
    kind: "customer_user",
    /** Which parts come along; `page` and `page_size` are theirs. */
    query: z.object({
      include: csv(z.enum(parts)),
      page: z.coerce.number().int().min(1).max(500).default(1),
      page_size: z.coerce.number().int().pipe(z.literal(pageSizes)).default(20),
    }),
    reply: CustomerUserDetail,
  }),
  disable: endpoint("PATCH /api/customer/user/{id}/disable", "禁用注册用户", "customer:user:disable", {
    body: CustomerUserDisable,
    reply: CustomerUserRow,
  }),
  enable: endpoint("PATCH /api/customer/user/{id}/enable", "启用注册用户", "customer:user:disable", {
    body: CustomerUserEnable,
    reply: CustomerUserRow,
  }),
  link: endpoint("PATCH /api/customer/user/{id}/link", "关联客户与注册用户", "customer:info:edit", {
    body: CustomerUserLink,
    reply: CustomerUserRow,
  }),
  unlink: endpoint("PATCH /api/customer/user/{id}/unlink", "取消关联注册用户", "customer:info:edit", {
    body: CustomerUserLink,
    reply: CustomerUserRow,
  }),
  phone: endpoint("GET /api/customer/user/{id}/phone", "查看注册用户完整号码", "customer:phone:view", {
    query: Reveal,
    reply: z.object({
      phone: z.string().nullable(),
      email: z.string().nullable(),
      left: z.int(),
    }),
  }),
};

export const customerUserScreens = {
  "/customer/register": listData(customerUser.list),
  "/customer/register/detail": screenData("page", ({ search }) => ({
    record: recordRequest(customerUser.get, search.get("id"), {
      ...readQuery(search, customerUser.get),
      include: parts.filter((part) => part === search.get("tab")),
    }),
  })),
};

/** The code of a tracker in a link. */
export const trackerCode = () =>
  z
    .string({ error: "请输入编码" })
    .trim()
    .regex(/^[a-z0-9_-]{3,40}$/, "编码须为3–40个小写字母、数字、- 或 _")
    .meta({ label: "编码", control: "text" });

const { web, h5, app_ios, app_android, mini_program } = platforms;
/** Where people search. */
export const searchPlatforms = { web, h5, app_ios, app_android, mini_program } as const;
export type SearchPlatform = keyof typeof searchPlatforms;
