import { z } from "zod";
import { keyword, listQuery, oneOf, page, queryDay, queryId, ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { isForKeys } from "../key-reach";
import { type Permission, permissionGroups } from "../permissions";

/** What every key begins with: by it a key is told from a token, and found by those who search files for secrets. */
export const keyPrefix = "xf_";
/** Living keys of a person. */
export const keyLimit = 10;
/** Days that a key lives. */
export const keyLife = { usual: 90, most: 365 };
/** How many of a key's last calls are kept. */
export const callsShown = 50;
/** For how many days calls are counted, and a key that is over is shown. */
export const keyDaysKept = 90;

/** Every permission that a key may be given, in words. */
export const keyPermissions = Object.fromEntries(
  Object.values(permissionGroups).flatMap(({ label, codes }) =>
    Object.entries<string>(codes)
      .filter(([code]) => isForKeys(code as Permission))
      .map(([code, word]) => [code, `${label}·${word}`]),
  ),
) as Partial<Record<Permission, string>>;

const codes = Object.keys(keyPermissions) as [Permission, ...Permission[]];
export const KeyPermissions = z
  .array(z.enum(codes, { error: "密钥不能有这项权限" }))
  .min(1, "请选择权限")
  .default([])
  .meta({ label: "权限", control: "multi-select", options: keyPermissions as Record<string, string> });

const states = { living: "有效", expired: "已过期", ended: "已撤销" } as const;
export type KeyState = keyof typeof states;

export const KeyRow = z.object({
  id: field.id(),
  name: z.string().meta({ label: "名称" }),
  /** Its last four characters. */
  hint: z.string().meta({ label: "密钥" }),
  permissions: z.array(z.string()),
  may_write: z.boolean().meta({ label: "读写" }),
  state: field.choice("状态", states),
  created_at: field.instant("创建时间"),
  expires_at: field.instant("到期时间"),
  last_used_at: field.instant("最近使用").nullable(),
});
export type KeyRow = z.output<typeof KeyRow>;

export const ManagedKey = KeyRow.extend({ owner: ref.meta({ label: "所有人" }) });
export type ManagedKey = z.output<typeof ManagedKey>;

/** A call: `code` is 200, or the code of a refusal (domain E.1). */
const Call = z.object({
  tool: z.string(),
  title: z.string().meta({ label: "调用" }),
  code: z.int().meta({ label: "结果" }),
});

export const KeyCall = Call.extend({ id: z.int(), ip: z.string().nullable(), at: field.instant("时间") });
export type KeyCall = z.output<typeof KeyCall>;

export const KeyDay = Call.extend({
  id: z.int(),
  day: field.day("日期"),
  count: z.int().meta({ label: "次数" }),
});
export type KeyDay = z.output<typeof KeyDay>;

const ManagedDay = KeyDay.extend({
  key: ref.meta({ label: "密钥" }),
  owner: ref.meta({ label: "所有人" }),
});
export type ManagedDay = z.output<typeof ManagedDay>;

const permission = "system:key:manage";

/** The keys of everybody. */
export const managedKey = {
  list: endpoint("GET /api/system/key", "密钥列表", permission, {
    query: listQuery(
      { keyword: keyword(), state: oneOf(states), user_id: queryId() },
      ["created_at", "expires_at", "last_used_at"],
      "-created_at",
    ),
    reply: page(ManagedKey),
  }),
  remove: endpoint("DELETE /api/system/key/{id}", "撤销密钥", permission, { reply: z.null() }),
  days: endpoint("GET /api/system/key/call", "密钥调用统计", permission, {
    query: listQuery(
      {
        key_id: queryId(),
        result: oneOf({ done: "成功", refused: "被拒绝" }),
        day_from: queryDay(),
        day_to: queryDay(),
      },
      ["day", "count"],
      "-day",
    ),
    reply: page(ManagedDay),
  }),
};
