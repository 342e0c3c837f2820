import type { Screen } from "../screen";

export const dashboardScreens = [
  {
    path: "/dashboard",
    title: "ToB数据看板",
    heading: "工作台",
    icon: "dashboard",
    menu: true,
    file: "dashboard/dashboard.tsx",
    children: [
      {
        path: "/dashboard/estateTrend",
        title: "房源趋势",
        permission: "dashboard:trend:view",
        file: "trend/estate-trend.tsx",
      },
      {
        path: "/dashboard/customerTrend",
        title: "客户趋势",
        permission: "dashboard:trend:view",
        file: "trend/customer-trend.tsx",
      },
      {
        path: "/dashboard/clueTrend",
        title: "线索趋势",
        permission: "dashboard:trend:view",
        file: "trend/clue-trend.tsx",
      },
      {
        path: "/dashboard/agentTrend",
        title: "代理趋势",
        permission: "dashboard:trend:view",
        file: "trend/agent-trend.tsx",
      },
    ],
  },
] as const satisfies readonly Screen[];
