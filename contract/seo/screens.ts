import type { Screen } from "../screen";

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
        file: "seo/city-list.tsx",
        acts: [{ title: "写城市介绍", at: "/seo/cityIntroduce/introdeceForm", permission: "seo:city:edit" }],
        children: [
          {
            path: "/seo/cityIntroduce/introdeceForm",
            title: "编辑城市介绍",
            newRecord: { title: "新增城市介绍" },
            permission: "seo:city:edit",
            file: "seo/city-edit.tsx",
          },
          {
            path: "/seo/cityIntroduce/encyclopaedic",
            title: "城市百科",
            permission: "seo:city:view",
            file: "seo/encyclopaedia-list.tsx",
            acts: [
              {
                title: "写百科文章",
                at: "/seo/cityIntroduce/encyclopaedic/formArticle",
                permission: "seo:city:edit",
              },
            ],
            children: [
              {
                path: "/seo/cityIntroduce/encyclopaedic/formArticle",
                title: "编辑百科文章",
                newRecord: { title: "新增百科文章" },
                permission: "seo:city:edit",
                file: "seo/encyclopaedia-edit.tsx",
              },
            ],
          },
        ],
      },
      {
        path: "/seo/section",
        title: "SEO版块",
        menu: true,
        permission: "seo:section:view",
        file: "seo/section/section-list.tsx",
        acts: [{ title: "新增SEO版块", at: "?add=1", permission: "seo:section:edit" }],
      },
      {
        path: "/seo/topicTitleList",
        title: "专题标题模板",
        menu: true,
        permission: "seo:template:view",
        file: "seo/topic/topic-title-list.tsx",
        acts: [{ title: "新增专题标题模板", at: "?add=1", permission: "seo:template:edit" }],
      },
      {
        path: "/seo/topicDescList",
        title: "专题描述模板",
        menu: true,
        permission: "seo:template:view",
        file: "seo/topic/topic-desc-list.tsx",
        acts: [{ title: "新增专题描述模板", at: "?add=1", permission: "seo:template:edit" }],
      },
      {
        path: "/seo/tagList",
        title: "SEO标签",
        menu: true,
        permission: "seo:tag:view",
        file: "seo/tag/tag-list.tsx",
        acts: [{ title: "新增SEO标签", at: "?add=1", permission: "seo:tag:edit" }],
      },
      {
        path: "/seo/keywordsList",
        title: "SEO关键词",
        menu: true,
        permission: "seo:keyword:view",
        file: "seo/keyword/keyword-list.tsx",
        acts: [{ title: "新增SEO关键词", at: "?add=1", permission: "seo:keyword:edit" }],
      },
      {
        path: "/seo/seo-article",
        title: "SEO文章",
        menu: true,
        permission: "seo:article:view",
        file: "seo/article/article-list.tsx",
        acts: [{ title: "写SEO文章", at: "/seo/seo-article/editArticle", permission: "seo:article:edit" }],
        children: [
          {
            path: "/seo/seo-article/editArticle",
            title: "编辑SEO文章",
            newRecord: { title: "新增SEO文章" },
            permission: "seo:article:edit",
            file: "seo/article/article-edit.tsx",
          },
        ],
      },
    ],
  },
] as const satisfies readonly Screen[];
