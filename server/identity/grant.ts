import type { FieldError } from "~/contract/errors";
import { type DataScope, dataScopes, type Permission, permissionGroups } from "~/contract/permissions";
import { adminCode, scopeResources } from "~/contract/system/role";
import type { Caller } from "~/server/lib/caller";

export interface Grant {
  data_scope: DataScope;
  scope_overrides: Readonly<Partial<Record<string, DataScope>>>;
  permissions: readonly Permission[];
}

/** Whether somebody may do everything, and so may hand out everything. */
export const isAdmin = ({ roles }: Pick<Caller, "roles">) => roles.some(({ code }) => code === adminCode);

const widths = Object.keys(dataScopes);
const isWider = (a: DataScope, b: DataScope) => widths.indexOf(a) > widths.indexOf(b);
const words = new Map<string, string>(
  Object.values(permissionGroups).flatMap(({ label, codes }) =>
    Object.entries(codes).map(([code, word]) => [code, `${label}·${word}`] as const),
  ),
);

/** A code in words, with its area. */
const permissionWord = (code: string): string => words.get(code) ?? code;

/** Complaints where somebody hands out more than they have themselves; what the role gave before (`had`) may stay. */
export function grantErrors(caller: Caller, role: Grant, had?: Grant): FieldError[] {
  if (isAdmin(caller)) return [];
  const codes = role.permissions.filter((code) => !caller.permissions.has(code) && !had?.permissions.includes(code));
  // A resource that nobody names has the scope of the role.
  const isTooWide = (resource: string) => {
    const scope = scopeOf(role, resource);
    return isWider(scope, caller.scope(resource)) && !(had && !isWider(scope, scopeOf(had, resource)));
  };
  const named = Object.entries(scopeResources).filter(([resource]) => isTooWide(resource));
  return [
    ...(codes.length
      ? [
          {
            field: "permissions",
            label: "功能权限",
            message: `不能授予您自己没有的权限：${codes.map(permissionWord).join("、")}`,
          },
        ]
      : []),
    ...(isTooWide("")
      ? [{ field: "data_scope", label: "默认数据范围", message: "不能授予比您自己更大的数据范围" }]
      : []),
    ...(named.length
      ? [
          {
            field: "scope_overrides",
            label: "按数据单独设置",
            message: `不能授予比您自己更大的数据范围：${named.map(([, label]) => label).join("、")}`,
          },
        ]
      : []),
  ];
}

const scopeOf = (role: Grant, resource: string): DataScope => role.scope_overrides[resource] ?? role.data_scope;
