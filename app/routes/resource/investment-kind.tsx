import { Box } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Note } from "~/app/blocks/feedback/note";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormSection } from "~/app/blocks/form/form-entry";
import type { ContentKindOf, ContentRecord } from "~/app/features/content/content-kind";
import { coverOf } from "~/app/features/content/known-cover";
import { t } from "~/app/i18n/t";
import { contentForm, contentList } from "~/contract/content/content-screens";
import { formatExact, formatPercent } from "~/contract/format";
import { calculate, calculatorOf } from "~/contract/resource/calculator";
import { type InvestmentFields, InvestmentWhole, investment } from "~/contract/resource/investment";

function CalculatorPanel({ values }: { values: FormValues }) {
  const given = calculatorOf(values);
  const result = calculate(given);
  if (!result) return <Note>{t("填写总价后在此测算")}</Note>;
  const money = (amount: string | null) => (amount === null ? "--" : formatExact(amount, given.currency));
  const lines = [
    [t("购房成本"), money(result.costs)],
    [t("贷款金额"), money(result.loan)],
    [t("自备资金"), money(result.own)],
    [t("月供"), money(result.instalment)],
    [t("利息合计"), money(result.interest)],
    [t("毛收益率"), result.gross_yield === null ? "--" : formatPercent(result.gross_yield)],
    [t("月结余"), money(result.monthly_left)],
  ];
  return (
    <section aria-label={t("测算结果")}>
      <Box
        component="dl"
        className={`${basic.gap12} ${basic.rounded} ${basic.grid}`}
        m={0}
        p={12}
        bg="var(--app-canvas)"
        style={{ gridTemplateColumns: "repeat(auto-fill, minmax(150px, 1fr))" }}
      >
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt className={`${basic.dim} ${basic.size12}`}>{label}</dt>
            <dd className={basic.flat} style={{ fontSize: 15 }}>
              {value}
            </dd>
          </div>
        ))}
      </Box>
    </section>
  );
}

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
  { title: "展示", fields: ["sort", "offline_at"] },
];

export const investmentKind: ContentKindOf = {
  kind: "investment",
  endpoints: investment,
  whole: InvestmentWhole,
  listPath: contentList("investment"),
  formPath: (id, isDraft) => contentForm("investment", id, isDraft),
  begin: { lang: "zh", sort: 100 },
  sections: sections as ContentKindOf["sections"],
  seo: { desc: "summary", text: "content", cover: "cover_id" },
};
