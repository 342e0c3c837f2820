import type { Screen } from "../screen";

export const scheduleScreens = [
  {
    path: "/schedule-list",
    title: "日程列表",
    file: "schedule/schedule-list.tsx",
    acts: [{ title: "新增日程", at: "?add=1" }],
  },
] as const satisfies readonly Screen[];
