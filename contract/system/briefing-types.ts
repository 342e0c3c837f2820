export const briefingTypes = { day: "日报", week: "周报", month: "月报" } as const;
export type BriefingType = keyof typeof briefingTypes;
