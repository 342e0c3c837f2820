import type { Screen } from "../screen";

/** The map's screens of this area, in the menu's order. */
export const resourceScreens = [
  {
    path: "/resources",
    title: "营销资源",
    icon: "resources",
    menu: true,
    children: [
      {
        path: "/resources/banner",
        title: "轮播图",
        menu: true,
        permission: "resource:banner:manage",
        children: [
          { path: "/resources/banner/deployBanner", title: "配置轮播图", permission: "resource:banner:manage" },
        ],
      },
      { path: "/resources/homeSection", title: "首页版块", menu: true, permission: "resource:section:manage" },
      {
        path: "/resources/video",
        title: "视频",
        menu: true,
        permission: "resource:video:manage",
        children: [{ path: "/resources/video/deployVideo", title: "配置视频", permission: "resource:video:manage" }],
      },
      {
        path: "/resources/investment",
        title: "投资专栏",
        menu: true,
        permission: "resource:investment:manage",
        children: [
          {
            path: "/resources/investment/invest-edit",
            title: "编辑投资专栏",
            permission: "resource:investment:manage",
          },
        ],
      },
      { path: "/resources/keyword", title: "搜索词", menu: true, permission: "resource:keyword:manage" },
      { path: "/resources/reportDownload", title: "趋势报告", menu: true, permission: "resource:report:manage" },
    ],
  },
] as const satisfies readonly Screen[];
