import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { section } from "~/contract/seo/section";
import type { SectionType } from "~/contract/seo/seo-kinds";

const FilterBuilder = lazyPart(() => import("~/app/features/estate-filter/filter-builder"), "FilterBuilder");

const holds = (type: SectionType) => (values: FormValues) => values.type === type;
const byRule = (values: FormValues) => values.type === "estate_list" && values.source !== "manual";
const byHand = (values: FormValues) => values.type === "estate_list" && values.source === "manual";

/** What a section is, then what its type holds. */
export const sectionForm = recordDialog({
  create: section.create,
  update: section.update,
  size: "xl",
  draft: "seo-section",
  begin: { sort: 100, links: [], faq: [], source: "rule", filter: {}, order: "sort", limit: 10, tag_ids: [] },
  sections: [
    { fields: ["code", "name", "page_type", "position", "type", "sort", { name: "district_ids", isWide: true }] },
    {
      title: "内容",
      fields: [
        { name: "links", when: holds("link_list") },
        { name: "text", when: holds("text") },
        { name: "faq", when: holds("faq") },
        { name: "source", when: holds("estate_list") },
        { name: "estate_ids", isWide: true, when: byHand },
        { name: "order", when: byRule },
        { name: "limit", when: byRule },
        { name: "filter", isUnseen: true, when: byRule },
        { name: "tag_ids", isWide: true, when: holds("tag_cloud") },
      ],
      below: (values, form) =>
        byRule(values) ? <FilterBuilder value={values.filter} onChange={(filter) => form.fill({ filter })} /> : null,
    },
  ],
});
