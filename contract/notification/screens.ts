import type { Screen } from "../screen";

export const notificationScreens = [
  {
    path: "/notification",
    title: "消息通知",
    icon: "notification",
    menu: true,
    children: [
      {
        path: "/notification/information-list",
        title: "通知列表",
        menu: true,
        permission: "notification:info:view",
        file: "notification/information-list.tsx",
        acts: [
          {
            title: "写通知",
            at: "/notification/information-list/information-edit",
            permission: "notification:info:edit",
          },
        ],
        children: [
          {
            path: "/notification/information-list/information-edit",
            title: "编辑通知",
            newRecord: { title: "新增通知" },
            permission: "notification:info:edit",
            file: "notification/information-edit.tsx",
          },
        ],
      },
    ],
  },
] as const satisfies readonly Screen[];
