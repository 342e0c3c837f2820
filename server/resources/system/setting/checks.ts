import type { FieldError } from "~/contract/errors";
import { metaOf } from "~/contract/field";
import { definitionOf, type SettingKey } from "~/contract/system/setting";
import type { Settings } from "~/server/lib/settings";

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
export function contradictions(settings: Settings, changed: ReadonlySet<SettingKey>): FieldError[] {
  return rules.flatMap(({ keys, isBroken, message }) => {
    const field = keys.find((key) => changed.has(key));
    if (!field || !isBroken(settings)) return [];
    return [{ field, label: metaOf(definitionOf(field).schema).label ?? field, message }];
  });
}
