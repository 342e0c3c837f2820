import { eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { FieldError } from "~/contract/errors";
import { metaOf } from "~/contract/field";
import { adminCode } from "~/contract/system/role";
import {
  setting as contract,
  definitionOf,
  hiddenSecret,
  isSecretKey,
  offeredSettings,
  parseRoleMap,
  type SettingGroup,
  type SettingKey,
  type SettingRow,
} from "~/contract/system/setting";
import { settingHelp, settingText } from "~/contract/system/setting-text";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { pool } from "~/server/database/tables/customer/pool";
import { role, setting, team, user } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { serve } from "~/server/lib/serve";
import { readSettings, type Settings, sealSetting } from "~/server/lib/settings";
import { tidyInput } from "~/server/lib/texts-in";
import { recountVisas } from "~/server/resources/inquiry/visa/met";
import { grantComplaint } from "./staff/facts";

async function settingRows(db: Db, group?: SettingGroup): Promise<SettingRow[]> {
  const settings = await readSettings(db);
  const changes = await db
    .select({ key: setting.key, at: setting.updated_at, id: user.id, name: user.name })
    .from(setting)
    .leftJoin(user, eq(user.id, setting.updated_by));
  const changed = new Map(changes.map((change) => [change.key, change]));
  return offeredSettings
    .filter((key) => !group || definitionOf(key).group === group)
    .map((key) => {
      const { label = key } = metaOf(definitionOf(key).schema);
      const { at = null, id, name } = changed.get(key) ?? {};
      return {
        key,
        group: definitionOf(key).group,
        label,
        help: settingHelp(key),
        value: shownValue(settings, key),
        default: definitionOf(key).value as SettingRow["default"],
        is_secret: isSecretKey(key),
        updated_by: id && name ? { id, name } : null,
        updated_at: at,
      };
    });
}

/** A setting as it is told: of a secret only whether it is set. */
function shownValue(settings: Settings, key: SettingKey): SettingRow["value"] {
  if (isSecretKey(key)) return settings[key] ? hiddenSecret : "";
  return settings[key] as SettingRow["value"];
}

/** What settings must not say together; each complaint is at the one that was changed. */
const rules: readonly {
  keys: readonly [SettingKey, SettingKey];
  isBroken: (s: Settings) => boolean;
  message: string;
}[] = [
  {
    keys: ["pool.warn_days", "pool.no_follow_days"],
    isBroken: (s) => s["pool.warn_days"] >= s["pool.no_follow_days"],
    message: "提前提醒天数应小于未跟进而进公海的天数",
  },
  {
    keys: ["pool.warn_days", "pool.no_deal_days"],
    isBroken: (s) => s["pool.no_deal_days"] > 0 && s["pool.warn_days"] >= s["pool.no_deal_days"],
    message: "提前提醒天数应小于未成交而进公海的天数",
  },
  {
    keys: ["sso.client_id", "sso.host"],
    isBroken: (s) => s["sso.host"] !== "" && s["sso.client_id"] === "",
    message: "填写单点登录地址时，须填写单点登录应用ID",
  },
  {
    keys: ["sso.api_client_id", "sso.api_secret"],
    isBroken: (s) => s["sso.api_secret"] !== "" && s["sso.api_client_id"] === "",
    message: "设置接口密钥时，须填写单点登录接口应用ID",
  },
];

/** Complaints about settings that do not go together, where one of them is being changed. */
function contradictions(settings: Settings, changed: ReadonlySet<SettingKey>): FieldError[] {
  return rules.flatMap(({ keys, isBroken, message }) => {
    const field = keys.find((key) => changed.has(key));
    if (!field || !isBroken(settings)) return [];
    return [{ field, label: metaOf(definitionOf(field).schema).label ?? field, message }];
  });
}

const clockSettings: ReadonlySet<SettingKey> = new Set(["pool.enabled", "pool.no_follow_days", "pool.no_deal_days"]);

type Item = z.output<typeof contract.update.body>["items"][number];

const labelOf = (key: SettingKey) => metaOf(definitionOf(key).schema).label ?? key;
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Changes settings, all of them or none; a value that is the default again leaves no row. */
async function changeSettings(call: SignedCall, items: readonly Item[]): Promise<void> {
  const { db } = call;
  // One writer at a time: otherwise the read values and the checks could both be wrong. Readers go on.
  await db.execute(sql`lock table ${setting} in share row exclusive mode`);
  const held = await readSettings(db);
  const wanted = wantedValues(call, items);
  const stale = items.filter(({ key, before }) => wanted.has(key) && isStale(held, wanted.get(key), key, before));
  if (stale.length) return refuse(40901, {}, Object.fromEntries(items.map(({ key }) => [key, shownValue(held, key)])));
  const changed = [...wanted].filter(([key, value]) => !same(held[key], value));
  if (changed.length === 0) return;
  // Each value has passed the schema of its key.
  const after = { ...held, ...Object.fromEntries(changed) } as Settings;
  const wrong = contradictions(after, new Set(changed.map(([key]) => key)));
  if (changed.some(([key]) => key === "wecom.role_map")) wrong.push(...(await roleMapErrors(call, after)));
  if (wrong.length) return refuseFields(wrong);
  for (const [key, value] of changed) await keep(call, key, value);
  // Owners who had longer before have the days of warning again.
  if (changed.some(([key]) => clockSettings.has(key)))
    await db
      .update(pool)
      .set({ rules_at: isoInstant(call.services.now()) })
      .where(sql`${pool.is_main}`);
  const losses = await dropBindings(call, held, after);
  await recountVisas(db, held, after);
  await audit(call, {
    module: "system",
    action: "setting",
    touches: [{ type: "setting", id: 0 }],
    summary: `修改设置：${changed.map(([key]) => labelOf(key)).join("、")}${losses}`,
    changes: changed.map(([key, value]) => ({
      field: key,
      label: labelOf(key),
      before: settingText(key, held[key]),
      after: settingText(key, value),
    })),
  });
}

/** Nobody has WeCom give a role beyond their own rights, and nobody super_admin. */
async function roleMapErrors(call: SignedCall, { "wecom.role_map": text }: Settings): Promise<FieldError[]> {
  const codes = [...new Set((parseRoleMap(text) ?? []).map((one) => one.role))];
  if (codes.length === 0) return [];
  const roles = await call.db.select().from(role).where(inArray(role.code, codes));
  const say = (message: string) => [{ field: "wecom.role_map", label: labelOf("wecom.role_map"), message }];
  const unknown = codes.filter((code) => !roles.some((one) => one.code === code));
  if (unknown.length) return say(`没有编码为 ${unknown.join("、")} 的角色`);
  if (codes.includes(adminCode)) return say("不能对应超级管理员");
  return (grantComplaint(call, roles) ?? []).flatMap(({ message }) => say(message));
}

/** The values as they are to be stored; ends the request with complaints on the keys whose values do not fit. */
function wantedValues({ services }: SignedCall, items: readonly Item[]): Map<SettingKey, unknown> {
  const wanted = new Map<SettingKey, unknown>();
  const wrong: FieldError[] = [];
  for (const { key, value } of items) {
    if (value === null) wanted.set(key, definitionOf(key).value);
    else if (isSecretKey(key) && (value === "" || value === hiddenSecret)) continue;
    else {
      const { typed, schema } = definitionOf(key);
      const own = typed ?? schema;
      const parsed = own.safeParse(isSecretKey(key) ? value : tidyInput(own, value));
      if (!parsed.success)
        wrong.push({ field: key, label: labelOf(key), message: parsed.error.issues[0]?.message ?? "格式不正确" });
      else wanted.set(key, isSecretKey(key) ? sealSetting(services, key, String(parsed.data)) : parsed.data);
    }
  }
  return wrong.length ? refuseFields(wrong) : wanted;
}

/** Whether somebody else has changed it since, to something else than what is wanted. */
function isStale(held: Settings, wanted: unknown, key: SettingKey, before: unknown): boolean {
  if (before === undefined || isSecretKey(key) || same(held[key], wanted)) return false;
  const read = definitionOf(key).schema.safeParse(before);
  return !read.success || !same(read.data, held[key]);
}

async function keep({ db, user: caller, services }: SignedCall, key: SettingKey, value: unknown): Promise<void> {
  if (same(value, definitionOf(key).value)) {
    await db.delete(setting).where(eq(setting.key, key));
    return;
  }
  const row = { value, updated_by: caller.id, updated_at: isoInstant(services.now()) };
  await db
    .insert(setting)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: setting.key, set: row });
}

/** Accounts at another provider, or of another company, are other people's: nobody stays bound to them. Says how many were. */
async function dropBindings({ db }: SignedCall, before: Settings, after: Settings): Promise<string> {
  const said: string[] = [];
  const drop = async (column: typeof user.sso_subject | typeof user.wecom_userid, label: string) => {
    const bound = isNotNull(column);
    const dropped = await db
      .update(user)
      .set({ [column.name]: null })
      .where(bound)
      .returning({ id: user.id });
    if (dropped.length) said.push(`${dropped.length} 名员工的${label}绑定`);
  };
  if (before["sso.host"] !== after["sso.host"]) await drop(user.sso_subject, "单点登录");
  // Those before the first company were entered for it.
  if (before["wecom.corp_id"] !== "" && before["wecom.corp_id"] !== after["wecom.corp_id"]) {
    await drop(user.wecom_userid, "企业微信");
    await db.update(user).set({ wecom_corp_id: null, wecom_role_ids: [] }).where(isNotNull(user.wecom_corp_id));
    await db.update(team).set({ wecom_department_id: null }).where(isNotNull(team.wecom_department_id));
  }
  return said.length ? `；解除了 ${said.join("、")}` : "";
}

export const settingHandlers = [
  serve(contract.list, ({ db, query }) => settingRows(db, query.group)),

  serve(contract.update, async (call) => {
    await changeSettings(call, call.body.items);
    return settingRows(call.db);
  }),
];
