import { z } from "zod";
import { batchReply, contactKeyword, csv, ids, listQuery, oneOf, page, queryId, ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { chosenRequest, listRequest, request, screenData } from "../screen-data";
import { importEndpoints } from "../shared/import-endpoints";
import { ImportTask } from "../shared/import-task";
import { PasswordChange } from "../sign-in/auth";
import { chosenId, team } from "./team";
import { wecomSync } from "./wecom-sync";

const permission = "system:user:manage";

export const staffStatuses = { enabled: "在职", disabled: "停用", resigned: "离职" } as const;
export type StaffStatus = keyof typeof staffStatuses;

/** The rule of every password, in the words of a first one. */
const firstPassword = z.string().superRefine((value, context) => {
  const [wrong] = PasswordChange.shape.new_password.safeParse(value).error?.issues ?? [];
  if (wrong) context.addIssue({ code: "custom", message: wrong.message.replace("新密码", "初始密码") });
});

export const StaffFacts = z.object({
  name: field.text("姓名", 50),
  /** Null for people who came from WeCom and sign in there. */
  email: field.optional(field.email()).meta({ help: "登录账号" }),
  phone_cc: field.optional(field.text("区号", 4)).meta({ scene: "phone_codes", control: "select" }),
  phone: field.optional(field.phone("手机号")),
  team_id: chosenId("所属团队").meta({ control: "select", scene: "teams" }),
  role_ids: z
    .array(chosenId("角色"), { error: "请选择角色" })
    .min(1, "请选择角色")
    .max(20, "角色最多选20项")
    .meta({ control: "multi-select", scene: "roles" }),
  wecom_userid: field.optional(field.text("企业微信账号", 64)),
  customer_cap: field.optional(field.integer("客户上限", 0, 9999)).meta({ help: "留空按系统设置" }),
  accept_inquiry: z.boolean().default(true).meta({ label: "接收自动分配", control: "switch" }),
});

function checkPhone({ phone, phone_cc }: { phone: string | null; phone_cc: string | null }, context: z.RefinementCtx) {
  if (phone && !phone_cc) context.addIssue({ code: "custom", path: ["phone_cc"], message: "请选择区号" });
}

export const StaffCreate = StaffFacts.extend({
  email: field.email().meta({ help: "登录账号" }),
  password: field
    .optional(firstPassword)
    .meta({ label: "初始密码", control: "password", help: "留空则发邮件邀请，没有设置邮件时自动生成；首次登录须修改" }),
}).superRefine(checkPhone);

export const StaffUpdate = StaffFacts.extend({
  version: field.version(),
  /** The name at the sign-in provider is never written here, only removed. */
  clear_sso: z.boolean().default(false).meta({ label: "解除单点登录绑定", control: "switch" }),
})
  .superRefine(checkPhone)
  .superRefine(({ email, wecom_userid }, context) => {
    if (!email && !wecom_userid) context.addIssue({ code: "custom", path: ["email"], message: "请输入邮箱" });
  });

export const StaffReset = z.object({
  password: field.optional(firstPassword).meta({
    label: "新密码",
    control: "password",
    help: "留空则发邮件请本人设置，没有设置邮件时自动生成；登录后须修改",
  }),
});

const staffTargets = { user: "交给同事", pool: "客户放入公海，取消待办日程" } as const;

/** 离职交接: the colleague who takes over, or nobody. */
export const StaffHandover = z
  .object({
    to: field.choice("交接方式", staffTargets).default("user"),
    target_user_id: field.optional(field.reference("接手人", "users")),
  })
  .superRefine(({ to, target_user_id }, context) => {
    if (to === "user" && target_user_id === null)
      context.addIssue({ code: "custom", path: ["target_user_id"], message: "请选择接手人" });
  });

export const StaffTeam = z.object({
  team_id: chosenId("调整到").meta({ control: "select", scene: "teams" }),
});

export const StaffRow = field.rowOf(StaffFacts, ["name", "email", "phone_cc", "phone", "role_ids", "accept_inquiry"], {
  ...field.record(),
  team: ref.nullable().meta({ label: "团队" }),
  team_id: z.int().nullable(),
  roles: z
    .array(z.object({ id: z.int(), code: z.string(), name: z.string() }))
    .meta({ label: field.labelOf(StaffFacts.shape.role_ids, "roles") }),
  wecom_userid: field.read(StaffFacts.shape.wecom_userid, { label: "企业微信" }),
  sso_bound: z.boolean(),
  customer_count: z.int().meta({ label: "客户数" }),
  /** Null: the setting's. */
  customer_cap: field.read(StaffFacts.shape.customer_cap),
  cap: z.int(),
  must_change_password: z.boolean(),
  last_login_at: field.instant("最近登录").nullable(),
  status: field.choice("状态", staffStatuses),
  can: field.can("edit", "reset", "enable", "disable", "kick", "handover", "delete"),
});
export type StaffRow = z.output<typeof StaffRow>;

/** Shown once, to the caller who set it, and never again. Null: a mail asks the person to set one. */
const FirstPassword = z.object({ id: z.int(), initial_password: z.string().nullable() });

/** What somebody has that another would take over. */
const HandoverPart = z.object({ resource: z.string(), label: z.string(), count: z.int() });
const StaffHandoverPreview = z.object({
  list: z.array(HandoverPart),
  counted: z.int(),
});
export type StaffHandoverPreview = z.output<typeof StaffHandoverPreview>;

/** An import's task with the accounts that it has made; their passwords are in this answer alone. */
export const StaffImport = ImportTask.extend({
  accounts: z.array(z.object({ name: z.string(), email: z.string(), initial_password: z.string().nullable() })),
});
export type StaffImport = z.output<typeof StaffImport>;

export const staff = {
  list: endpoint("GET /api/system/user", "员工列表", permission, {
    query: listQuery(
      {
        keyword: contactKeyword(),
        role_id: csv(z.coerce.number().int().positive()),
        status: oneOf(staffStatuses),
        /** With the teams below it. */
        team_id: queryId(),
      },
      ["name", "email", "customer_count", "last_login_at", "created_at"],
      "-created_at",
    ),
    // No column: customers are counted person by person.
    where: { not: ["customer_count"] },
    reply: page(StaffRow),
  }),
  get: endpoint("GET /api/system/user/{id}", "员工详情", permission, { kind: "user", reply: StaffRow }),
  create: endpoint("POST /api/system/user", "新增员工", permission, { body: StaffCreate, reply: FirstPassword }),
  update: endpoint("PUT /api/system/user/{id}", "编辑员工", permission, { body: StaffUpdate, reply: StaffRow }),
  remove: endpoint("DELETE /api/system/user/{id}", "删除员工", permission, { reply: z.null() }),
  enable: endpoint("PATCH /api/system/user/{id}/enable", "启用员工", permission, { reply: StaffRow }),
  disable: endpoint("PATCH /api/system/user/{id}/disable", "停用员工", permission, { reply: StaffRow }),
  kick: endpoint("PATCH /api/system/user/{id}/kick", "强制下线", permission, {
    reply: z.object({ count: z.int() }),
  }),
  resetPassword: endpoint("PATCH /api/system/user/{id}/reset-password", "重置密码", permission, {
    body: StaffReset,
    reply: FirstPassword,
  }),
  handoverPreview: endpoint("GET /api/system/user/{id}/handover", "离职交接预览", permission, {
    reply: StaffHandoverPreview,
  }),
  handover: endpoint("POST /api/system/user/{id}/handover", "离职交接", permission, {
    body: StaffHandover,
    reply: z.object({ list: z.array(HandoverPart) }),
  }),
  moveTeam: endpoint("POST /api/system/user/batch/team", "调整团队", permission, {
    body: StaffTeam.extend({ ids: ids() }),
    reply: batchReply,
  }),
};

export const staffImport = importEndpoints("/api/system/user/import", "员工", {
  permission,
  reply: StaffImport,
  id: "id",
});

export const staffScreens = {
  "/system/user": screenData("list", (address) => {
    const leaving = address.search.get("handover");
    const tab = address.search.get("tab") ?? "";
    return {
      teams: request(team.list),
      page: ["teams", "wecom"].includes(tab) ? undefined : listRequest(staff.list, address),
      sync: tab === "wecom" ? request(wecomSync.state) : undefined,
      person: chosenRequest(staff.get, leaving),
      preview: chosenRequest(staff.handoverPreview, leaving),
    };
  }),
};
