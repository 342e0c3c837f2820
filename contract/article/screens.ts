import type { Screen } from "../screen";

/** The map's screens of this area, in the menu's order. */
export const articleScreens = [
  {
    path: "/article",
    title: "资讯管理",
    icon: "article",
    menu: true,
    children: [
      {
        path: "/article/news-list",
        title: "资讯列表",
        menu: true,
        permission: "article:news:view",
        children: [{ path: "/article/news-list/news-edit", title: "编辑资讯", permission: "article:news:edit" }],
      },
      { path: "/article/news-tag", title: "资讯标签", menu: true, permission: "article:tag:manage" },
    ],
  },
] as const satisfies readonly Screen[];
