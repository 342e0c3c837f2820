/** Monday is 1, as in ISO 8601. */
export const weekdays = { 1: "周一", 2: "周二", 3: "周三", 4: "周四", 5: "周五", 6: "周六", 7: "周日" } as const;
