import type { Screen } from "../screen";

/** The map's screens of this area, in the menu's order. */
export const seoScreens = [
  {
    path: "/seo",
    title: "SEO管理",
    icon: "seo",
    menu: true,
    children: [
      {
        path: "/seo/cityIntroduce",
        title: "城市介绍",
        menu: true,
        permission: "seo:city:view",
        children: [
          { path: "/seo/cityIntroduce/introdeceForm", title: "编辑城市介绍", permission: "seo:city:edit" },
          {
            path: "/seo/cityIntroduce/encyclopaedic",
            title: "城市百科",
            permission: "seo:city:view",
            children: [
              {
                path: "/seo/cityIntroduce/encyclopaedic/formArticle",
                title: "编辑百科文章",
                permission: "seo:city:edit",
              },
            ],
          },
        ],
      },
      { path: "/seo/section", title: "SEO版块", menu: true, permission: "seo:section:view" },
      { path: "/seo/topicTitleList", title: "专题标题模板", menu: true, permission: "seo:template:view" },
      { path: "/seo/topicDescList", title: "专题描述模板", menu: true, permission: "seo:template:view" },
      { path: "/seo/tagList", title: "SEO标签", menu: true, permission: "seo:tag:view" },
      { path: "/seo/keywordsList", title: "SEO关键词", menu: true, permission: "seo:keyword:view" },
      {
        path: "/seo/seo-article",
        title: "SEO文章",
        menu: true,
        permission: "seo:article:view",
        children: [{ path: "/seo/seo-article/editArticle", title: "编辑SEO文章", permission: "seo:article:edit" }],
      },
    ],
  },
] as const satisfies readonly Screen[];
