import type { FormSection } from "~/app/blocks/form/form-entry";
import type { ContentKindOf, ContentRecord } from "~/app/features/content/content-kind";
import { coverOf } from "~/app/features/content/known-cover";
import { type InvestmentFields, InvestmentWhole, investment } from "~/contract/resource/investment";
import { CalculatorPanel } from "./calculator-panel";

type Sections = readonly FormSection<typeof InvestmentFields>[];

const sections = (record: ContentRecord | undefined): Sections => [
  {
    title: "内容",
    fields: [
      { name: "title", isWide: true },
      "category",
      "lang",
      "translation_of",
      "summary",
      { name: "cover_id", media: { scene: "cover", known: coverOf(record) } },
      "content",
    ],
  },
  { title: "指标", fields: [{ name: "metrics", isWide: true }] },
  {
    title: "测算默认值",
    fields: [
      ...(["calc_currency", "calc_price", "calc_rent", "calc_cost_rate"] as const),
      ...(["calc_loan_ratio", "calc_loan_rate", "calc_years"] as const),
    ],
    below: (values) => <CalculatorPanel values={values} />,
  },
  {
    title: "关联",
    fields: [
      "country_code",
      { name: "district_id", within: "country_code" },
      { name: "estate_ids", isWide: true, within: "country_code" },
    ],
  },
  { title: "SEO", fields: ["seo_title", { name: "seo_keywords", isWide: true }, { name: "seo_desc", isWide: true }] },
  { title: "展示", fields: ["sort"] },
];

export const investmentKind: ContentKindOf = {
  kind: "investment",
  endpoints: investment,
  whole: InvestmentWhole,
  listPath: "/resources/investment",
  formPath: (id, isDraft) => `/resources/investment/invest-edit${id ? `?id=${id}${isDraft ? "&draft=1" : ""}` : ""}`,
  begin: { lang: "zh", sort: 100 },
  sections: sections as ContentKindOf["sections"],
  seo: { desc: "summary", text: "content", cover: "cover_id" },
};
