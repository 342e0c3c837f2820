import { z } from "zod";
import { keyword, listQuery, oneOf, page, ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { dataScopes, permissions } from "../permissions";
import { recordEndpoints } from "../record-endpoints";
import { chosenRequest, request, screenData } from "../screen-data";
import { menu } from "./menu";
import { staffStatuses } from "./staff";

/** The code of the role that may do everything; at least one of its holders always works here. */
export const adminCode = "super_admin";

export const roleStatuses = { enabled: "启用", disabled: "停用" } as const;
export type RoleStatus = keyof typeof roleStatuses;

/** What a role's own scope may be; nothing at all is only said of single resources. */
export const roleScopes = { self: dataScopes.self, team: dataScopes.team, all: dataScopes.all } as const;

/** The resources whose rows a data scope holds (domain A.1), each by the name of its menu. */
export const scopeResources = {
  customer: "客户",
  inquiry: "询盘",
  tracking: "跟进记录",
  schedule: "日程",
  requirement: "需求",
  deal: "成交",
  agent: "代理",
  clue: "报备",
  statement: "对账单",
} as const;
export type ScopeResource = keyof typeof scopeResources;

const keysOf = <T extends Record<string, string>>(options: T) => Object.keys(options) as [keyof T & string];

const scope_overrides = z
  .partialRecord(
    z.enum(keysOf(scopeResources), { error: "没有这种数据" }),
    z.enum(keysOf(dataScopes), { error: "请选择数据范围" }),
  )
  .meta({ label: "按数据单独设置" });
const codes = z
  .array(z.enum(permissions as [(typeof permissions)[number]], { error: "含有不存在的权限" }))
  .max(permissions.length, "含有重复的权限")
  .meta({ label: "功能权限" });

const code = z
  .string({ error: "请输入角色代码" })
  .trim()
  .min(1, "请输入角色代码")
  .max(40, "角色代码不能超过40个字")
  .regex(/^[a-z_]+$/, "角色代码只能用小写字母和下划线")
  .meta({ label: "角色代码", control: "text", help: "小写字母和下划线，保存后不能修改" });
const name = field.text("角色名称", 30);
const status = field.choice("状态", roleStatuses).meta({ help: "停用后，成员立即失去该角色的权限" });
const data_scope = field.choice("默认数据范围", roleScopes);
const remark = field.optional(field.longText("备注", 200));

export const RoleCreate = z.object({
  name,
  code,
  data_scope,
  scope_overrides: scope_overrides.default({}),
  permissions: codes.default([]),
  status: status.default("enabled"),
  remark,
});

const version = field.version();

/** What a role is called. The code stays as it was made: conditions of the business name roles by it. */
export const RoleBasics = z.object({ name, status, remark, version });

/** What is absent stays as it is, so that one part of a role is not written back with another. */
const RoleUpdate = z.object({
  name: name.optional(),
  status: status.optional(),
  remark: remark.optional(),
  data_scope: data_scope.optional(),
  scope_overrides: scope_overrides.optional(),
  permissions: codes.optional(),
  version,
});
export type RoleUpdate = z.output<typeof RoleUpdate>;

export const RoleCopy = z.object({ name, code });

export const RoleRow = field.rowOf(RoleCreate, ["code", "name", "status", "data_scope", "remark"], {
  id: field.id(),
  version,
  builtin: z.boolean(),
  permission_count: z.int(),
  member_count: z.int(),
  can: field.can("remove"),
});
export type RoleRow = z.output<typeof RoleRow>;

/** How many of a role's holders its page names; the list of staff has the others. */
export const memberLimit = 200;

const RoleDetail = RoleRow.extend({
  ...field.rowOf(RoleCreate, ["scope_overrides", "permissions"], {}).shape,
  members: z.array(ref.extend({ team: z.string().nullable(), status: field.choice("状态", staffStatuses) })),
  /** The role that may do everything: of it only name and remark are changed. */
  is_fixed: z.boolean(),
});
export type RoleDetail = z.output<typeof RoleDetail>;

const heldCode = z
  .enum(permissions as [(typeof permissions)[number]], { error: "没有这项权限" })
  .meta({ label: "权限" });

/** The holders of a code: enabled roles, and people who work here and have one of them. */
const HolderCount = z.object({ code: heldCode, roles: z.int(), people: z.int() });
export type HolderCount = z.output<typeof HolderCount>;

export const role = {
  /** How many may do what, code by code; a code that nobody has is absent. */
  holderCounts: endpoint("GET /api/system/role/holder", "权限持有人数", "system:role:manage", {
    reply: z.array(HolderCount),
  }),
  holders: endpoint("GET /api/system/role/holder/people", "谁有这项权限", "system:role:manage", {
    query: z.object({ code: heldCode }),
    reply: z.object({
      roles: z.array(ref.extend({ people: z.int() })),
      people: z.array(ref.extend({ team: z.string().nullable(), roles: z.array(z.string()) })),
      total: z.int(),
    }),
  }),
  ...recordEndpoints("/api/system/role", "角色", {
    kind: "role",
    permission: "system:role:manage",
    query: listQuery({ keyword: keyword(), status: oneOf(roleStatuses) }, ["id", "name"], "id"),
    page: page(RoleRow),
    record: RoleDetail,
    create: RoleCreate,
    update: RoleUpdate,
  }),
  copy: endpoint("POST /api/system/role/{id}/copy", "复制角色", "system:role:manage", {
    body: RoleCopy,
    reply: z.object({ id: z.int() }),
  }),
};

export const roleScreens = {
  "/system/role": screenData("list", ({ search }) => {
    const chosen = chosenRequest(role.get, search.get("id"));
    return {
      roles: request(role.list, { query: { page: 1, page_size: 100, sort: "id" } }),
      chosen,
      holding: chosen && search.get("tab") === "permission" ? request(role.holderCounts) : undefined,
      entries: !chosen && search.get("view") === "menu" ? request(menu.list) : undefined,
    };
  }),
};
