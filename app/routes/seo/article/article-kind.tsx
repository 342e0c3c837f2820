import type { FormSection } from "~/app/blocks/form/form-entry";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { ContentKindOf, ContentRecord } from "~/app/features/content/content-kind";
import { coverOf } from "~/app/features/content/known-cover";
import { contentForm, contentList } from "~/contract/content/content-screens";
import { type SeoArticleFields, SeoArticleWhole, seoArticle } from "~/contract/seo/seo-article";

const ArticleChecks = lazyPart(() => import("./article-checks"), "ArticleChecks");

type Sections = readonly FormSection<typeof SeoArticleFields>[];

const sections = (record: ContentRecord | undefined): Sections => [
  {
    title: "正文",
    fields: [
      { name: "title", isWide: true },
      { name: "keyword_ids", isWide: true },
      { name: "summary", isWide: true },
      { name: "cover_id", media: { scene: "cover", known: coverOf(record) } },
      "content",
    ],
  },
  { title: "常见问题", fields: [{ name: "faq", isWide: true }] },
  {
    title: "关联",
    fields: ["district_id", "tag_ids", "related_ids", "author", "lang", "translation_of", "offline_at"],
  },
  {
    title: "SEO",
    fields: ["slug", "seo_title", { name: "canonical", isWide: true }, { name: "seo_desc", isWide: true }],
  },
];

export const seoArticles: ContentKindOf = {
  kind: "seo_article",
  endpoints: seoArticle,
  whole: SeoArticleWhole,
  slug: seoArticle.slug,
  listPath: contentList("seo_article"),
  formPath: (id, isDraft) => contentForm("seo_article", id, isDraft),
  begin: { lang: "zh" },
  sections: sections as ContentKindOf["sections"],
  seo: { desc: "summary", text: "content" },
  checks: (record, values) => <ArticleChecks record={record} values={values} />,
};
