/** What a link tells statistics of where its reader came from, in the order of the form; the first three are what they group by. */
export const utmFields = {
  utm_source: { label: "来源", example: "wechat" },
  utm_medium: { label: "媒介", example: "social" },
  utm_campaign: { label: "活动", example: "autumn-2026" },
  utm_term: { label: "关键词", example: "" },
  utm_content: { label: "内容", example: "" },
} as const;
export type UtmName = keyof typeof utmFields;
export const utmNames = Object.keys(utmFields) as UtmName[];

/** As long as an inquiry keeps one (domain B.3). */
export const longestUtm = 100;

export type Utm = Partial<Record<UtmName, string>>;

/** An address with these parameters, in place of those that it had; what is empty is left out. */
export function withUtm(address: string, said: Utm): string {
  const url = new URL(address);
  for (const name of utmNames) {
    const value = said[name]?.trim();
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  return url.href;
}
