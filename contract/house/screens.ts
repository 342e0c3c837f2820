import type { Screen } from "../screen";

export const houseScreens = [
  {
    path: "/house",
    title: "房源管理",
    icon: "house",
    menu: true,
    children: [
      {
        path: "/house/audit",
        title: "新房审核",
        menu: true,
        permission: "house:estate:audit",
        file: "house/estate-audit/estate-audit-list.tsx",
      },
      {
        path: "/house/mansion-management",
        title: "楼栋管理",
        menu: true,
        permission: "house:mansion:view",
        file: "house/mansion/mansion-list.tsx",
        acts: [
          {
            title: "新增楼栋",
            at: "/house/mansion-management/mansion-management-edit",
            permission: "house:mansion:edit",
          },
        ],
        children: [
          {
            path: "/house/mansion-management/mansion-management-edit",
            title: "楼栋编辑",
            newRecord: { title: "新增楼栋" },
            permission: "house:mansion:edit",
            file: "house/mansion/mansion-edit.tsx",
          },
        ],
      },
      {
        path: "/house/mansion",
        title: "楼栋申请",
        menu: true,
        permission: "house:mansion:apply_confirm",
        file: "house/mansion-application/mansion-application-list.tsx",
        children: [
          {
            path: "/house/mansion/mansion-confirm",
            title: "申请确认",
            permission: "house:mansion:apply_confirm",
            file: "house/mansion-application/mansion-confirm.tsx",
          },
        ],
      },
      {
        path: "/house/estate-list",
        title: "房源检索",
        menu: true,
        permission: "house:estate:view",
        file: "house/estate/estate-list.tsx",
        acts: [
          { title: "新增房源", at: "/house/estate-list/estate-detail", permission: "house:estate:create" },
          {
            title: "编辑房源",
            of: "estates",
            at: "/house/estate-list/estate-detail?id={id}&edit=basics",
            permission: "house:estate:edit",
          },
        ],
        children: [
          {
            path: "/house/estate-list/estate-detail",
            title: "房源详情",
            newRecord: { title: "新增房源" },
            permission: "house:estate:view",
            file: "house/estate/estate-detail.tsx",
          },
        ],
      },
    ],
  },
] as const satisfies readonly Screen[];
