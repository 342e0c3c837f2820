import { z } from "zod";
import { PasswordChange } from "./auth";
import { bit, keyword, option, queryId, ref } from "./common";
import { endpoint } from "./endpoint";
import * as field from "./field";
import { permissions } from "./permissions";

/** Data scopes, narrowest first (domain A.1). */
export const dataScopes = { none: "无", self: "仅本人", team: "本团队及下级团队", all: "全部" } as const;
export type DataScope = keyof typeof dataScopes;

/** Column choice and order of one screen's table. */
const ColumnChoice = z.object({
  order: z.array(z.string().max(60)).max(60),
  hidden: z.array(z.string().max(60)).max(60),
});
export type ColumnChoice = z.output<typeof ColumnChoice>;

/** How many views somebody keeps of one list. */
export const viewLimit = 20;

/** The name and reach of a saved view, as its form asks for them. */
export const ViewNaming = z.object({
  name: field.text("视图名称", 20),
  shared: z.boolean().default(false).meta({ label: "共享给本团队", control: "switch" }),
});

/** A named filter of a list, with its columns where they were saved along. */
const SavedView = ViewNaming.extend({
  id: z.string().regex(/^[\w-]{1,40}$/),
  /** The address's query. */
  query: z.string().max(2_000),
  columns: ColumnChoice.nullable().default(null),
});
export type SavedView = z.output<typeof SavedView>;
export const SavedViews = z
  .array(SavedView)
  .max(viewLimit, `每个列表最多保存${viewLimit}个视图`)
  .refine((views) => new Set(views.map(({ name }) => name)).size === views.length, "已有同名视图");

/** What a person has chosen for himself: per list its columns and its views. */
export const Preferences = z.object({
  columns: z.record(z.string().max(60), ColumnChoice),
  views: z.record(z.string().max(60), SavedViews),
});
export type Preferences = z.output<typeof Preferences>;

const Profile = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  avatar: z.string().nullable(),
  team: ref.nullable(),
  roles: z.array(z.object({ code: z.string(), name: z.string() })),
  permissions: z.array(z.enum(permissions as [(typeof permissions)[number]])),
  data_scope: z.enum(["none", "self", "team", "all"]),
  language: z.string(),
  preferences: Preferences,
  bindings: z.object({ wecom: z.boolean(), slack: z.boolean(), sso: z.boolean() }),
  customer_cap: z.number().int(),
  customer_count: z.number().int(),
  lock_count: z.number().int(),
  must_change_password: z.boolean(),
});
export type Profile = z.output<typeof Profile>;

/** One entry of the menu that the server gives, filtered by permission. */
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

/** A colleague in a picker, with how full he is. */
const Colleague = option.extend({
  id: z.number().int(),
  name: z.string(),
  team: z.string().nullable(),
  accept_inquiry: z.boolean(),
  customer_count: z.number().int(),
  cap: z.number().int(),
});

export const user = {
  profile: endpoint("GET /api/user/profile", { summary: "我的资料", permission: "signed-in", reply: Profile }),
  update: endpoint("PUT /api/user/profile", {
    summary: "修改我的资料",
    permission: "signed-in",
    /** Of the preferences only what is named changes; of columns and views only the lists that are named. */
    body: z.object({ preferences: Preferences.partial().optional() }),
    reply: Profile,
  }),
  views: endpoint("GET /api/user/view", {
    summary: "保存的视图",
    permission: "signed-in",
    query: z.object({ screen: z.string().max(60).default("") }),
    /** One's own, then those that the team shares. */
    reply: z.array(SavedView.extend({ owner: ref, own: z.boolean() })),
  }),
  menus: endpoint("GET /api/user/menus", { summary: "我的菜单", permission: "signed-in", reply: z.array(MenuItem) }),
  changePassword: endpoint("PUT /api/user/password", {
    summary: "修改密码",
    permission: "signed-in",
    body: PasswordChange,
    reply: z.null(),
  }),
  statistics: endpoint("GET /crm/auth/user/statistics", {
    summary: "未读数",
    permission: "signed-in",
    reply: z.object({ total_schedule: z.number().int(), total_mail: z.number().int() }),
  }),
  options: endpoint("GET /api/user/options", {
    summary: "选择员工",
    permission: "signed-in",
    query: z.object({
      keyword: keyword(),
      perm: z.enum(permissions as [(typeof permissions)[number]]).optional(),
      team_id: queryId(),
      /** Only those to whom the caller may assign customers, by his data scope. */
      in_scope: bit(),
    }),
    reply: z.array(Colleague),
  }),
};
