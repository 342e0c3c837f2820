import type { Screen } from "../screen";

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
        file: "resource/banner/banner-list.tsx",
        acts: [{ title: "新增轮播图", at: "/resources/banner/deployBanner", permission: "resource:banner:manage" }],
        children: [
          {
            path: "/resources/banner/deployBanner",
            title: "配置轮播图",
            newRecord: { title: "新增轮播图" },
            permission: "resource:banner:manage",
            file: "resource/banner/banner-edit.tsx",
          },
        ],
      },
      {
        path: "/resources/homeSection",
        title: "首页版块",
        menu: true,
        permission: "resource:section:manage",
        file: "resource/section/section-list.tsx",
        acts: [{ title: "新增首页版块", at: "?add=1", permission: "resource:section:manage" }],
      },
      {
        path: "/resources/video",
        title: "视频",
        menu: true,
        // The tab 素材库 has a code of its own.
        permission: ["resource:video:manage", "content:media:view"],
        file: "resource/video-list.tsx",
        acts: [{ title: "新增视频", at: "/resources/video/deployVideo", permission: "resource:video:manage" }],
        children: [
          {
            path: "/resources/video/deployVideo",
            title: "配置视频",
            newRecord: { title: "新增视频" },
            permission: "resource:video:manage",
            file: "resource/video-edit.tsx",
          },
        ],
      },
      {
        path: "/resources/investment",
        title: "投资专栏",
        menu: true,
        permission: "resource:investment:manage",
        file: "resource/investment-list.tsx",
        acts: [{ title: "写专栏", at: "/resources/investment/invest-edit" }],
        children: [
          {
            path: "/resources/investment/invest-edit",
            title: "编辑投资专栏",
            newRecord: { title: "新增投资专栏" },
            permission: "resource:investment:manage",
            file: "resource/investment-edit.tsx",
          },
        ],
      },
      {
        path: "/resources/keyword",
        title: "搜索词",
        menu: true,
        permission: "resource:keyword:manage",
        file: "resource/search-word-list.tsx",
        acts: [{ title: "新增搜索词", at: "?add=1" }],
      },
      {
        path: "/resources/reportDownload",
        title: "趋势报告",
        newRecord: { title: "新增趋势报告", at: "form=new" },
        menu: true,
        permission: "resource:report:manage",
        file: "resource/report-list.tsx",
        acts: [{ title: "上传报告", at: "?form=new" }],
      },
    ],
  },
] as const satisfies readonly Screen[];
