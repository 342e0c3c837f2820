import type { Screen } from "../screen";

export const analysisScreens = [
  {
    path: "/analysis",
    title: "ToC数据看板",
    icon: "analysis",
    menu: true,
    public: true,
    file: "analysis/analysis.tsx",
    children: [
      { path: "/analysis/overview", title: "客户分析", menu: true, public: true, file: "analysis/overview.tsx" },
      {
        path: "/analysis/salesBriefing",
        title: "销售简报",
        menu: true,
        public: true,
        file: "analysis/sales-briefing.tsx",
      },
    ],
  },
] as const satisfies readonly Screen[];
