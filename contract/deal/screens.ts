import type { Screen } from "../screen";

export const dealScreens = [
  {
    path: "/Covenant",
    title: "成交管理",
    icon: "deal",
    menu: true,
    children: [
      {
        path: "/Covenant/covenantList",
        title: "成交记录",
        menu: true,
        permission: "deal:deal:view",
        file: "deal/deal-list.tsx",
        acts: [{ title: "新增成交", at: "?add=1", permission: "deal:deal:create" }],
      },
      {
        path: "/Covenant/covenantList?tab=bills",
        title: "账单",
        menu: true,
        permission: "deal:billing:view",
        partOf: "/Covenant/covenantList",
      },
    ],
  },
] as const satisfies readonly Screen[];
