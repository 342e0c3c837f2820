import type { Screen } from "../screen";

export const clueScreens = [
  {
    path: "/clue",
    title: "线索管理",
    icon: "clue",
    menu: true,
    children: [
      {
        path: "/clue/feedback",
        title: "线索审核",
        menu: true,
        permission: "clue:clue:view",
        file: "clue/clue-list.tsx",
        acts: [{ title: "代录报备", at: "?add=1", permission: "clue:clue:create" }],
      },
      {
        path: "/clue/accountStatement",
        title: "对账单",
        menu: true,
        permission: "clue:statement:view",
        file: "clue/statement/statement-list.tsx",
        acts: [
          { title: "新增对账单", at: "?add=1", permission: "clue:statement:create" },
          { title: "开发商对账", at: "?view=compare&import=1", permission: "clue:statement:create" },
        ],
      },
    ],
  },
] as const satisfies readonly Screen[];
