import type { Screen } from "../screen";

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
        file: "article/news-list.tsx",
        acts: [{ title: "写资讯", at: "/article/news-list/news-edit", permission: "article:news:edit" }],
        children: [
          {
            path: "/article/news-list/news-edit",
            title: "编辑资讯",
            newRecord: { title: "新增资讯" },
            permission: "article:news:edit",
            file: "article/news-edit.tsx",
          },
        ],
      },
      {
        path: "/article/news-tag",
        title: "资讯标签",
        menu: true,
        permission: "article:tag:manage",
        file: "article/news-tag.tsx",
        acts: [
          { title: "新增资讯标签", at: "?add=1" },
          { title: "新增资讯分类", at: "?tab=category&add=1" },
        ],
      },
    ],
  },
] as const satisfies readonly Screen[];
