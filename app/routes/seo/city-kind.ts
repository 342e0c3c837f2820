import type { FormSection } from "~/app/blocks/form/form-entry";
import type { ContentKindOf, ContentRecord } from "~/app/features/content/content-kind";
import { contentForm, contentList } from "~/contract/content/content-screens";
import { blockNames, type CityDetail, type CityFields, CityWhole, city } from "~/contract/seo/city";

type Sections = readonly FormSection<typeof CityFields>[];

/** The record is a city's: the kind below says which endpoints have read it. */
const picturesOf = (record: ContentRecord | undefined) =>
  ((record ?? {}) as Partial<CityDetail>).pictures?.map(({ id, url }) => ({
    ...{ id, url },
    name: "",
    mime: "image/jpeg",
  })) ?? [];

const sections = (record: ContentRecord | undefined): Sections => [
  {
    title: "基本",
    fields: [
      "district_id",
      "lang",
      { name: "title", isWide: true },
      { name: "summary", isWide: true },
      { name: "banner_id", media: { scene: "cover", known: picturesOf(record) } },
      "sort",
      "offline_at",
    ],
  },
  { title: "九大板块", fields: blockNames.map((name) => ({ name, isWide: true })) },
  { title: "数据", fields: [{ name: "stats", isWide: true }] },
  { title: "图集", fields: [{ name: "gallery", media: { scene: "album", known: picturesOf(record) } }] },
  {
    title: "SEO",
    fields: ["slug", "seo_title", { name: "seo_keywords", isWide: true }, { name: "seo_desc", isWide: true }],
  },
];

export const cityIntroduction: ContentKindOf = {
  kind: "city_intro",
  endpoints: city,
  whole: CityWhole,
  slug: city.slug,
  listPath: contentList("city_intro"),
  formPath: (id, isDraft) => contentForm("city_intro", id, isDraft),
  begin: { lang: "zh", sort: 100 },
  sections: sections as ContentKindOf["sections"],
  seo: { desc: "summary", text: blockNames, cover: "banner_id" },
};
