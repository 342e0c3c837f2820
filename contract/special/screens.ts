import type { Screen } from "../screen";

export const specialScreens = [
  {
    path: "/specialEstate",
    title: "房源专题",
    icon: "special",
    menu: true,
    children: [
      {
        path: "/specialEstate/special",
        title: "专题管理",
        menu: true,
        permission: "special:page:view",
        file: "special/special-list.tsx",
        acts: [{ title: "新增专题", at: "/specialEstate/special/edit-special", permission: "special:page:edit" }],
        children: [
          {
            path: "/specialEstate/special/edit-special",
            title: "编辑专题",
            newRecord: { title: "新增专题" },
            permission: "special:page:edit",
            file: "special/edit-special.tsx",
          },
        ],
      },
      {
        path: "/specialEstate/specialList",
        title: "专题落地页列表",
        menu: true,
        permission: "special:page:view",
        file: "special/special-cards.tsx",
      },
    ],
  },
] as const satisfies readonly Screen[];
