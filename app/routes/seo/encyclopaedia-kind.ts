import type { FormSection } from "~/app/blocks/form/form-entry";
import type { ContentKindOf, ContentRecord } from "~/app/features/content/content-kind";
import { coverOf } from "~/app/features/content/known-cover";
import { type EncyclopaediaFields, EncyclopaediaWhole, encyclopaedia } from "~/contract/seo/encyclopaedia";

type Sections = readonly FormSection<typeof EncyclopaediaFields>[];

const sections = (record: ContentRecord | undefined): Sections => [
  {
    title: "正文",
    fields: [
      "city_intro_id",
      "category",
      { name: "title", isWide: true },
      { name: "summary", isWide: true },
      { name: "cover_id", media: { scene: "cover", known: coverOf(record) } },
      "content",
    ],
  },
  { title: "关联", fields: ["tag_ids", "related_ids", "lang", "translation_of", "sort", "offline_at"] },
  {
    title: "SEO",
    fields: ["slug", "seo_title", { name: "seo_keywords", isWide: true }, { name: "seo_desc", isWide: true }],
  },
];

const base = "/seo/cityIntroduce/encyclopaedic";

/** Articles of encyclopaedias as content; of one city where its list was left for a form. */
export const encyclopaediaOf = (cityId: number | undefined): ContentKindOf => {
  const ofCity = cityId ? `city_id=${cityId}` : "";
  const at = (path: string, ...search: string[]) => {
    const query = search.filter(Boolean).join("&");
    return query ? `${path}?${query}` : path;
  };
  return {
    kind: "encyclopaedia",
    endpoints: encyclopaedia,
    whole: EncyclopaediaWhole,
    slug: encyclopaedia.slug,
    listPath: at(base, ofCity),
    formPath: (id, isDraft) => at(`${base}/formArticle`, id ? `id=${id}` : "", isDraft ? "draft=1" : "", ofCity),
    begin: { lang: "zh", sort: 100, ...(cityId && { city_intro_id: cityId }) },
    sections: sections as ContentKindOf["sections"],
    seo: { desc: "summary", text: "content" },
  };
};
