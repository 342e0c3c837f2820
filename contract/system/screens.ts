import type { Screen } from "../screen";

export const systemScreens = [
  {
    path: "/system",
    title: "系统管理",
    icon: "system",
    menu: true,
    children: [
      {
        path: "/system/version",
        title: "APP版本",
        menu: true,
        permission: "system:version:manage",
        file: "system/app-version/app-version-list.tsx",
        acts: [{ title: "新增APP版本", at: "?add=1" }],
      },
      {
        path: "/system/role",
        title: "角色管理",
        menu: true,
        permission: "system:role:manage",
        file: "system/role/role.tsx",
        acts: [{ title: "新增角色", at: "?add=1" }],
      },
      {
        path: "/system/user",
        title: "员工管理",
        menu: true,
        permission: "system:user:manage",
        file: "system/staff/staff-list.tsx",
        acts: [
          { title: "新增员工", at: "?add=1" },
          { title: "导入员工", at: "?import=1" },
        ],
      },
      {
        path: "/system/broker",
        title: "房产经纪",
        menu: true,
        permission: "system:broker:manage",
        file: "system/broker/broker-list.tsx",
        acts: [{ title: "新增房产经纪", at: "?add=1" }],
      },
      {
        path: "/system/record",
        title: "操作日志",
        menu: true,
        permission: "system:record:view",
        file: "system/record/record-list.tsx",
      },
      {
        path: "/system/setCenter",
        title: "设置中心",
        menu: true,
        permission: ["system:setting:manage", "dashboard:target:manage", "customer:pool:manage", "system:key:manage"],
        file: "system/set-center/set-center.tsx",
      },
    ],
  },
] as const satisfies readonly Screen[];
