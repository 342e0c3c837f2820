import type { FormSection } from "~/app/blocks/form/form-entry";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { ContentKindOf, ContentRecord } from "~/app/features/content/content-kind";
import { withoutAddresses } from "~/app/features/editor/picture-files";
import { contentForm, contentList } from "~/contract/content/content-screens";
import type { Module } from "~/contract/special/modules";
import { type SpecialDetail, type SpecialFields, SpecialWhole, special } from "~/contract/special/special";

const Builder = lazyPart(() => import("./builder/builder"), "Builder");
const PreviewPane = lazyPart(() => import("./builder/preview-pane"), "PreviewPane");
const SlugLine = lazyPart(() => import("./slug-line"), "SlugLine");

type Sections = readonly FormSection<typeof SpecialFields>[];

/** The record is a special page's: the kind below says which endpoints have read it. */
const own = (record: ContentRecord | undefined) => (record ?? {}) as Partial<SpecialDetail>;

const known = (id: number | null | undefined, url: string | null | undefined) =>
  id && url ? [{ id, name: "", url, mime: "image/jpeg" }] : [];

function sections(record: ContentRecord | undefined): Sections {
  const { cover_id, cover, cover_mobile_id, cover_mobile, pictures = [] } = own(record);
  return [
    {
      title: "基本",
      fields: [
        "name",
        "title",
        "template",
        "channel",
        "start_at",
        "end_at",
        { name: "cover_id", isWide: false, media: { scene: "cover", known: known(cover_id, cover) } },
        {
          name: "cover_mobile_id",
          isWide: false,
          media: { scene: "cover", known: known(cover_mobile_id, cover_mobile) },
        },
      ],
    },
    {
      title: "模块搭建",
      fields: [{ name: "modules", isUnseen: true }],
      below: (values, form) => <Builder {...{ values, form, pictures }} />,
    },
    { title: "房源", fields: [{ name: "estate_ids", isWide: true }] },
    {
      title: "表单",
      fields: [
        { name: "form_fields", isWide: true },
        "form_kind",
        "form_success",
        "thanks_url",
        "form_consent",
        { name: "privacy", isWide: true },
      ],
    },
    {
      title: "对比",
      fields: [{ name: "variant_ids", isWide: true }],
    },
    {
      title: "SEO 发布",
      fields: [
        "slug",
        "seo_title",
        "lang",
        "translation_of",
        { name: "seo_keywords", isWide: true },
        { name: "seo_desc", isWide: true },
      ],
      below: (values, form) => <SlugLine {...{ record, values, form }} />,
    },
  ];
}

/** Texts in modules without the addresses of their pictures, which end. */
function inForm(record: ContentRecord): ContentRecord {
  const { modules = [] } = own(record);
  const held = modules.map((module): Module => {
    if (module.type !== "text" || !module.props.content) return module;
    return { ...module, props: { ...module.props, content: withoutAddresses(module.props.content) } };
  });
  return { ...record, modules: held };
}

/** Special pages: one of the kinds of content, by their fields. */
export const specialKind: ContentKindOf = {
  kind: "special",
  endpoints: special,
  whole: SpecialWhole,
  slug: special.slug,
  listPath: contentList("special"),
  isDesktopOnly: true,
  formPath: (id, isDraft) => contentForm("special", id, isDraft),
  begin: {
    ...{ template: "estate_list", channel: "internal", lang: "zh" },
    ...{ modules: [], estate_ids: [], form_fields: ["name", "phone"], form_kind: "estate", variant_ids: [] },
  },
  sections: sections as ContentKindOf["sections"],
  inForm,
  aside: (record, isDraft) => <PreviewPane {...{ record, isDraft }} />,
};
