/** The trends, apart from what they show: the dashboard leads to them. */
export const trendPages = { estate: "房源趋势", customer: "客户趋势", clue: "线索趋势", agent: "代理趋势" } as const;
export type TrendPageKey = keyof typeof trendPages;
