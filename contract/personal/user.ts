import { z } from "zod";
import { bit, csv, keyword, offeredLanguages, option, queryId, ref } from "../common";
import { endpoint, stream } from "../endpoint";
import * as field from "../field";
import type { Permission } from "../permissions";
import { NotifyPreferences } from "../shared/message-category";
import { PasswordChange } from "../sign-in/auth";
import type { TargetMetric } from "../system/target";

// The registry with its labels belongs to the roles' screen: every page loads this file.
const permissionCode = z.custom<Permission>(
  (code) => typeof code === "string" && /^[a-z]+:[a-z_]+:[a-z_]+$/.test(code),
  "没有这项权限",
);

// Likewise the metrics.
const targetMetric = z.custom<TargetMetric>((key) => typeof key === "string");

/** How tall the rows of a table are. */
export const densities = { compact: "紧凑", normal: "标准", comfortable: "宽松" } as const;
export type Density = keyof typeof densities;

/** Column choice and order of one screen's table, and how tall its rows are. */
const ColumnChoice = z.object({
  order: z.array(z.string().max(60)).max(60),
  hidden: z.array(z.string().max(60)).max(60),
  density: z.enum(["compact", "normal", "comfortable"]).optional(),
});
export type ColumnChoice = z.output<typeof ColumnChoice>;

export const viewLimit = 20;

export const ViewNaming = z.object({
  name: field.text("视图名称", 20),
  shared: z.boolean().default(false).meta({ label: "共享给本团队", control: "switch" }),
});

/** A named filter of a list, with its columns where they were saved along. */
const SavedView = ViewNaming.extend({
  id: z.string().regex(/^[\w-]{1,40}$/),
  query: z.string().max(8_000),
  columns: ColumnChoice.nullable().default(null),
});
export type SavedView = z.output<typeof SavedView>;
export const SavedViews = z
  .array(SavedView)
  .max(viewLimit, `每个列表最多保存${viewLimit}个视图`)
  .refine((views) => new Set(views.map(({ name }) => name)).size === views.length, "已有同名视图");

/** What a person has chosen for themselves: per list its columns and its views, how messages reach them, how their dashboard is arranged. */
export const Preferences = z.object({
  notify: NotifyPreferences,
  columns: z.record(z.string().max(60), ColumnChoice),
  views: z.record(z.string().max(60), SavedViews),
  /** Blocks of the dashboard; a block that is not named keeps its place in the role's order. */
  dashboard: ColumnChoice.omit({ density: true }),
});
export type Preferences = z.output<typeof Preferences>;

export const Basics = z.object({
  avatar_id: field.optional(field.id("头像")).meta({ control: "media" }),
  name: field.text("姓名", 50),
  phone_cc: field.optional(field.text("区号", 4)).meta({ scene: "phone_codes", control: "select" }),
  phone: field.optional(field.phone("手机号")),
  language: field.choice("语言", offeredLanguages),
});

export const Profile = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  phone_cc: z.string().nullable(),
  phone: z.string().nullable(),
  avatar_id: z.int().nullable(),
  avatar: z.string().nullable(),
  team: ref.nullable(),
  roles: z.array(z.object({ code: z.string(), name: z.string() })),
  permissions: z.array(permissionCode),
  data_scope: z.enum(["none", "self", "team", "all"]),
  language: z.string(),
  preferences: Preferences,
  bindings: z.object({ wecom: z.boolean(), slack: z.boolean(), sso: z.boolean() }),
  customer_cap: z.int(),
  /** From how many characters on a follow-up counts. */
  tracking_min_chars: z.int(),
  /** What becomes public needs a second person (domain C.7). */
  is_content_reviewed: z.boolean(),
  customer_count: z.int(),
  lock_count: z.int(),
  accept_inquiry: z.boolean(),
  must_change_password: z.boolean(),
});
export type Profile = z.output<typeof Profile>;

export const signInMethods = { password: "密码", sso: "单点登录", wecom: "企业微信" } as const;
export const signInFailures = {
  not_found: "账号不存在",
  bad_password: "密码错误",
  disabled: "账号已停用",
  locked: "账号已锁定",
  not_bound: "账号未绑定",
} as const;

/** Where from, in the words of the wire: the browser says what it is. */
const Place = z.object({ id: z.string(), method: z.string(), ip: z.string().nullable(), ua: z.string().nullable() });

const Session = Place.extend({ created_at: z.string(), expires_at: z.string(), is_current: z.boolean() });
export type Session = z.output<typeof Session>;

const Login = Place.extend({
  id: z.int(),
  at: z.string(),
  result: z.enum(["success", "failed"]),
  fail_reason: z.string().nullable(),
});
export type Login = z.output<typeof Login>;

export interface MenuItem {
  code: string;
  path: string;
  title: string;
  icon: string | null;
  visible: boolean;
  is_public: boolean;
  children: MenuItem[];
}
const MenuItem: z.ZodType<MenuItem> = z.object({
  code: z.string(),
  path: z.string(),
  title: z.string(),
  icon: z.string().nullable(),
  visible: z.boolean(),
  is_public: z.boolean(),
  get children() {
    return z.array(MenuItem);
  },
});

/** A colleague in a picker, with how many customers they have. */
const Colleague = option.extend({
  id: z.int(),
  name: z.string(),
  team: z.string().nullable(),
  accept_inquiry: z.boolean(),
  customer_count: z.int(),
  cap: z.int(),
});
export type Colleague = z.output<typeof Colleague>;

/** What waits: today's schedules and the unread messages. The event `badge` says it as well. */
export const Unread = z.object({ total_schedule: z.int(), total_mail: z.int() });
export type Unread = z.output<typeof Unread>;

export const user = {
  profile: endpoint("GET /api/user/profile", "我的资料", "signed-in", { keys: true, reply: Profile }),
  update: endpoint("PUT /api/user/profile", "修改我的资料", "signed-in", {
    /** Of the preferences only what is named changes; of columns and views only the lists that are named, of notify only the categories. */
    body: Basics.partial().extend({
      preferences: Preferences.partial().optional(),
      /** On duty: inquiries come by themselves. */
      accept_inquiry: z.boolean().optional(),
    }),
    reply: Profile,
  }),
  views: endpoint("GET /api/user/view", "保存的视图", "signed-in", {
    keys: true,
    query: z.object({ screen: z.string().max(60).default("") }),
    /** The caller's own, then those that the team shares. */
    reply: z.array(SavedView.extend({ owner: ref, own: z.boolean() })),
  }),
  menus: endpoint("GET /api/user/menus", "我的菜单", "signed-in", { reply: z.array(MenuItem) }),
  changePassword: endpoint("PUT /api/user/password", "修改密码", "signed-in", {
    body: PasswordChange,
    reply: z.null(),
  }),
  sessions: endpoint("GET /api/user/sessions", "我的登录设备", "signed-in", { reply: z.array(Session) }),
  endSession: endpoint("DELETE /api/user/sessions/{session}", "退出一台设备", "signed-in", { reply: z.null() }),
  endOtherSessions: endpoint("DELETE /api/user/sessions", "退出其他设备", "signed-in", {
    reply: z.object({ count: z.int() }),
  }),
  logins: endpoint("GET /api/user/login-log", "我的最近登录", "signed-in", { reply: z.array(Login) }),
  summary: endpoint("GET /api/user/summary", "我的数据", "signed-in", {
    keys: true,
    reply: field
      .counts(
        "customer_count",
        "customer_cap",
        "lock_count",
        "lock_limit",
        "reveal_count",
        "reveal_limit",
        "inquiry_count",
      )
      .extend({
        deal_count: z.int().nullable(),
        /** The caller's own targets of this month, each with what has been reached. */
        targets: z.array(z.object({ metric: targetMetric, value: z.string(), actual: z.number().nullable() })),
      }),
  }),
  statistics: endpoint("GET /crm/auth/user/statistics", "未读数", "signed-in", { keys: true, reply: Unread }),
  events: endpoint("GET /api/user/events", "事件流", "signed-in", {
    /** `badge`: how many wait unread. A topic may carry a number, as `board:5` does; an endpoint's `kind` is one, as `customer:7`. */
    query: z.object({ topics: csv(z.string().regex(/^[a-z_-]{1,30}(:\d{1,15})?$/)) }),
    reply: stream,
  }),
  options: endpoint("GET /api/user/options", "选择员工", "signed-in", {
    keys: true,
    query: z.object({
      keyword: keyword(),
      perm: permissionCode.optional(),
      team_id: queryId(),
      /** Only colleagues that the caller may assign customers to, by the data scope. */
      in_scope: bit(),
      /** Only those who take new customers. */
      on_duty: bit(),
    }),
    reply: z.array(Colleague),
  }),
};
