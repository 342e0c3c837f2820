import { eq, sql } from "drizzle-orm";
import type { PoolRules } from "~/contract/customer/claim-clock";
import { type SecretKey, type SettingKey, type SettingValue, settings } from "~/contract/system/setting";
import type { Db } from "~/server/database/database";
import { pool } from "~/server/database/tables/customer/pool";
import { databaseFlag, setting } from "~/server/database/tables/system/system";
import { readCached } from "./cached-until-changed";
import { seal, unseal } from "./seal";
import type { Services } from "./services";

/** The mark of a demo database, which only the demo writer sets. */
export const demoFlag = { name: "demo", value: "1" };

export async function isDemo(db: Db): Promise<boolean> {
  const rows = await db.select().from(databaseFlag).where(eq(databaseFlag.name, demoFlag.name));
  return rows[0]?.value === demoFlag.value;
}

/** A pool's rules, and what people call it. */
export interface PoolSetting extends PoolRules {
  name: string;
  is_main: boolean;
  claim_daily_limit: number | null;
  customer_cap: number | null;
}

export type Settings = { readonly [K in SettingKey]: SettingValue<K> } & {
  /** In the order in which they are asked; the main one is the last. */
  readonly pools: readonly PoolSetting[];
};

const keys = Object.keys(settings) as SettingKey[];

/** As the connection has read it: drizzle would read a text once more, and make a number of an identifier that consists of digits. */
const value = sql<unknown>`${setting.value}`;

const pools = sql<unknown>`coalesce(jsonb_agg(to_jsonb(${pool}) order by ${pool.is_main}, ${pool.sort}, ${pool.id}), '[]')`;

/** All settings: what is stored where it still fits its definition, else the default. Asked for at each use, so that a change takes effect at once. */
export const readSettings = (db: Db): Promise<Settings> => readCached(db, "settings", storedSettings);

async function storedSettings(db: Db): Promise<Settings> {
  // Nearly every request sends it, so it has a name: each connection plans it once.
  const rows = await db
    .select({ key: sql<string>`${setting.key}`, value })
    .from(setting)
    .unionAll(db.select({ key: sql<string>`'pools'`, value: pools }).from(pool))
    .prepare("settings")
    .execute();
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  const entries = keys.map((key) => {
    const parsed = settings[key].schema.safeParse(stored.get(key));
    return [key, parsed.success ? parsed.data : settings[key].value];
  });
  // Built from the same keys and schemas that the type names.
  return Object.fromEntries([...entries, ["pools", stored.get("pools")]]) as Settings;
}

const purpose = (name: SecretKey) => ({ kind: "setting" as const, name });

export const sealSetting = (services: Pick<Services, "secret">, name: SecretKey, plain: string): string =>
  seal(services, purpose(name), plain);

/** The secret in a setting; empty where it is not set, or was sealed under another SECRET_KEY. */
export const openSetting = (services: Pick<Services, "secret">, settings: Settings, name: SecretKey): string =>
  unseal(services, purpose(name), settings[name]);
