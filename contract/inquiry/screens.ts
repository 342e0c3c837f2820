import type { Screen } from "../screen";

export const inquiryScreens = [
  {
    path: "/inquiry",
    title: "询盘管理",
    icon: "inquiry",
    menu: true,
    children: [
      {
        path: "/inquiry/all-inquiry",
        title: "全部询盘",
        menu: true,
        permission: "inquiry:inquiry:view",
        file: "inquiry/all-inquiry.tsx",
        acts: [{ title: "新增询盘", at: "?add=1", permission: "inquiry:inquiry:handle" }],
        children: [
          {
            path: "/inquiry/all-inquiry/inquiry-detail",
            title: "询盘详情",
            permission: "inquiry:inquiry:view",
            file: "inquiry/all-inquiry-detail.tsx",
          },
        ],
      },
      {
        path: "/inquiry/estate-inquiry",
        title: "房源询盘",
        menu: true,
        permission: "inquiry:inquiry:view",
        file: "inquiry/estate-inquiry.tsx",
        children: [
          {
            path: "/inquiry/estate-inquiry/inquiry-detail",
            title: "询盘详情",
            permission: "inquiry:inquiry:view",
            file: "inquiry/estate-inquiry-detail.tsx",
          },
          {
            path: "/inquiry/estate-inquiry/inquiryInfo/:inquiryId",
            title: "询盘信息",
            permission: "inquiry:inquiry:view",
            file: "inquiry/inquiry-info.tsx",
          },
        ],
      },
      {
        path: "/inquiry/rental",
        title: "租赁询盘",
        menu: true,
        permission: "inquiry:inquiry:view",
        file: "inquiry/rental-inquiry.tsx",
        children: [
          {
            path: "/inquiry/rental/rental-detail",
            title: "租赁询盘详情",
            permission: "inquiry:inquiry:view",
            file: "inquiry/rental-detail.tsx",
          },
        ],
      },
      {
        path: "/inquiry/management",
        title: "经营管理签证",
        menu: true,
        permission: "inquiry:visa:view",
        file: "inquiry/management.tsx",
        acts: [{ title: "新增签证询盘", at: "?add=1", permission: "inquiry:visa:handle" }],
        children: [
          {
            path: "/inquiry/management/managementInfo/:inquiryId",
            title: "签证询盘信息",
            permission: "inquiry:visa:view",
            file: "inquiry/visa/management-info.tsx",
          },
        ],
      },
      {
        path: "/inquiry/chat-inquiry",
        title: "在线咨询",
        menu: true,
        permission: "inquiry:chat:reply",
        file: "inquiry/chat/chat-inquiry.tsx",
      },
      {
        path: "/inquiry/tracker",
        title: "追踪点管理",
        menu: true,
        permission: "inquiry:tracker:view",
        file: "inquiry/tracker/tracker-list.tsx",
        acts: [{ title: "新增追踪点", at: "?add=1", permission: "inquiry:tracker:manage" }],
      },
    ],
  },
] as const satisfies readonly Screen[];
