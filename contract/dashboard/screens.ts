import type { Screen } from "../screen";

/** The map's screens of this area, in the menu's order. */
export const dashboardScreens = [
  {
    path: "/dashboard",
    title: "ToB数据看板",
    icon: "dashboard",
    menu: true,
    permission: "dashboard:tob:view",
    file: "dashboard/dashboard.tsx",
    children: [
      { path: "/dashboard/estateTrend", title: "房源趋势", permission: "dashboard:trend:view" },
      { path: "/dashboard/customerTrend", title: "客户趋势", permission: "dashboard:trend:view" },
      { path: "/dashboard/clueTrend", title: "线索趋势", permission: "dashboard:trend:view" },
      { path: "/dashboard/agentTrend", title: "代理趋势", permission: "dashboard:trend:view" },
    ],
  },
  {
    path: "/analysis",
    title: "ToC数据看板",
    icon: "analysis",
    menu: true,
    public: true,
    children: [
      { path: "/analysis/overview", title: "客户分析", menu: true, public: true },
      { path: "/analysis/salesBriefing", title: "销售简报", menu: true, public: true },
    ],
  },
] as const satisfies readonly Screen[];
