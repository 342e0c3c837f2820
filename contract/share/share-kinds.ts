import { languages } from "../common";

/** What of the house a client is shown, and can be sent (domain B.2). */
export const shareKinds = {
  quote: "报价单",
  estate: "房源",
  estates: "多个房源",
  compare: "房源对比",
  special: "专题",
} as const;
export type ShareKind = keyof typeof shareKinds;

export const shareStatuses = { active: "有效", expired: "已过期", withdrawn: "已撤回" } as const;
export type ShareStatus = keyof typeof shareStatuses;

/** The languages that a shared page says its own words in. */
export const shareLanguages = { zh: languages.zh, en: languages.en, ja: languages.ja } as const;
export type ShareLanguage = keyof typeof shareLanguages;

/** How many estates each kind takes; the others name theirs by a unit or a special page. */
export const estatesOf = {
  estate: { least: 1, most: 1 },
  estates: { least: 2, most: 20 },
  compare: { least: 2, most: 4 },
} as const satisfies Partial<Record<ShareKind, { least: number; most: number }>>;
export const takesEstates = (kind: ShareKind): kind is keyof typeof estatesOf => Object.hasOwn(estatesOf, kind);

/** After so many seconds in sight a look at a shared page counts. */
export const seenAfter = 3;
/** The longest look that is written down, in seconds. */
export const longestLook = 1_800;
/** Days for which each look is kept; the share's own counts stay. */
export const keptOpens = 180;
