import { eq } from "drizzle-orm";
import { metaOf } from "~/contract/field";
import {
  definitionOf,
  hiddenSecret,
  isSecretKey,
  offeredSettings,
  type SettingGroup,
  type SettingKey,
  type SettingRow,
} from "~/contract/system/setting";
import { settingHelp } from "~/contract/system/setting-text";
import type { Db } from "~/server/database/database";
import { setting, user } from "~/server/database/tables/system/system";
import { readSettings, type Settings } from "~/server/lib/settings";

export async function settingRows(db: Db, group?: SettingGroup): Promise<SettingRow[]> {
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
export function shownValue(settings: Settings, key: SettingKey): SettingRow["value"] {
  if (isSecretKey(key)) return settings[key] ? hiddenSecret : "";
  return settings[key] as SettingRow["value"];
}
