import { t } from "~/app/i18n/t";

const systems: readonly [RegExp, string][] = [
  [/iPad/, "iPad"],
  [/iPhone/, "iPhone"],
  [/HarmonyOS|OpenHarmony/, "鸿蒙设备"],
  [/Android/, "安卓设备"],
  [/Windows/, "Windows电脑"],
  [/Macintosh/, "Mac电脑"],
  [/CrOS|Linux/, "Linux电脑"],
];
const browsers: readonly [RegExp, string][] = [
  [/wxwork/i, "企业微信"],
  [/MicroMessenger/, "微信"],
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/Firefox|FxiOS/, "Firefox"],
  [/Chrome|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
];

export function deviceOf(userAgent: string | null): string {
  const said = [systems, browsers].map((names) => names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1]);
  return said.flatMap((name) => (name ? [t(name)] : [])).join(" · ") || t("未知设备");
}
