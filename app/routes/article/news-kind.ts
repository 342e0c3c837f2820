import type { FormSection } from "~/app/blocks/form/form-entry";
import type { ContentKindOf, ContentRecord } from "~/app/features/content/content-kind";
import { type ArticleDetail, type ArticleFields, ArticleWhole, article } from "~/contract/article/article";
import { contentForm, contentList } from "~/contract/content/content-screens";

type Sections = readonly FormSection<typeof ArticleFields>[];

const coverOf = (record: ContentRecord | undefined) => {
  // The record is an article's: the kind below says which endpoints have read it.
  const { cover, cover_id, title } = (record ?? {}) as Partial<ArticleDetail>;
  return cover && cover_id ? [{ id: cover_id, name: title ?? "", url: cover, mime: "image/jpeg" }] : [];
};

const sections = (record: ContentRecord | undefined): Sections => [
  {
    title: "正文",
    fields: [
      { name: "title", isWide: true },
      { name: "sub_title", isWide: true },
      "summary",
      { name: "cover_id", media: { scene: "cover", known: coverOf(record) } },
      "content",
    ],
  },
  {
    title: "分类标签",
    fields: [
      "category_id",
      "tag_ids",
      "lang",
      "translation_of",
      "author",
      "source",
      { name: "source_url", isWide: true },
    ],
  },
  {
    title: "关联",
    fields: [
      "country_code",
      { name: "district_ids", within: "country_code" },
      { name: "related_estate_ids", isWide: true, within: "country_code" },
    ],
  },
  {
    title: "SEO",
    fields: ["slug", "seo_title", { name: "seo_keywords", isWide: true }, { name: "seo_desc", isWide: true }],
  },
  { title: "展示", fields: ["sort", "offline_at", "is_top", "is_recommend"] },
];

export const news: ContentKindOf = {
  kind: "article",
  endpoints: article,
  whole: ArticleWhole,
  slug: article.slug,
  listPath: contentList("article"),
  formPath: (id, isDraft) => contentForm("article", id, isDraft),
  begin: { lang: "zh", sort: 100, is_top: false, is_recommend: false },
  sections: sections as ContentKindOf["sections"],
  seo: { desc: "summary", text: "content", cover: "cover_id" },
};
