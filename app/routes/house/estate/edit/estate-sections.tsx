import { Box, Stack, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { isBlank } from "~/app/blocks/detail/value";
import { textOf } from "~/app/blocks/form/field/input-text";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormEntry, FormSection } from "~/app/blocks/form/record-form";
import { useSitePage } from "~/app/features/site/use-site";
import { t } from "~/app/i18n/t";
import { textOf as wordsOf } from "~/contract/content/rich-text";
import type { EstateDetail } from "~/contract/house/estate";
import { demandedFields, type EstateFields } from "~/contract/house/estate-record";
import type { EditTab } from "./edit-tabs";
import { agentNote, cnyNote, developerNote, lengthNote, PendingNote, yieldNote } from "./field-notes";

type Entry = FormEntry<typeof EstateFields>;
type Section = FormSection<typeof EstateFields> & { tab: EditTab };

const whole = (name: keyof EstateFields & string): Entry => ({ name, isWide: true });
const is =
  (name: keyof EstateFields, wanted: unknown) =>
  (values: FormValues): boolean =>
    values[name] === wanted;

const inFixed = (side: "dev" | "agent") => (values: FormValues) =>
  values[`${side}_commission_mode`] === "percent" ? "%" : values[`${side}_commission_currency`];

export function estateSections(record: EstateDetail | undefined, hasRooms: boolean): Section[] {
  const lock = { isLocked: hasRooms };
  const price = (name: "price_min" | "price_max"): Entry => ({ name, ...lock, note: cnyNote(record, name, hasRooms) });
  const { brochure } = record ?? {};
  const sections: Section[] = [
    {
      tab: "basics",
      title: "楼盘",
      fields: [
        ...(["name", "name_local", "name_en", whole("alias"), "property_type", "sale_status"] as const),
        ...(["developer", "seller", "constructor_name", "manager_company", "broker_id"] as const),
      ],
    },
    {
      tab: "basics",
      title: "产权与规模",
      fields: [
        ...(["tenure", { name: "tenure_years", when: is("tenure", "leasehold") }, "structure"] as const),
        ...(["total_units", "sale_units", "buildings", "floors_above", "floors_below", "parking_count"] as const),
        ...(["land_area", "floor_area", "completion_at", "handover_at", "launch_at"] as const),
      ],
    },
    {
      tab: "place",
      title: "地址与坐标",
      fields: [
        ...(["country_code", { name: "district_id", within: "country_code" }] as const),
        ...[whole("address"), whole("address_local"), { name: "lat", longitude: "lng" } as const],
      ],
    },
    {
      tab: "place",
      title: "交通与楼栋",
      fields: ["stations", { name: "mansion_ids", isWide: true, within: "country_code" }],
    },
    {
      tab: "price",
      title: "价格",
      fields: [{ name: "currency", ...lock }, price("price_min"), price("price_max"), "unit_price_avg"],
    },
    {
      tab: "price",
      title: "持有费用",
      fields: ["management_fee", "repair_fund", "repair_fund_initial", "property_tax", whole("property_tax_note")],
    },
    {
      tab: "price",
      title: "收益",
      fields: [
        "expected_rent",
        { name: "gross_yield", note: yieldNote("gross_yield") },
        { name: "net_yield", note: yieldNote("net_yield") },
        "rent_guarantee_years",
      ],
    },
    {
      tab: "price",
      title: "付款、贷款与购房费用",
      fields: [
        ...(["down_payment_percent", "loan_available"] as const),
        ...[{ name: "loan_ltv", when: is("loan_available", true) } as const, "payment_plan" as const],
        "purchase_costs",
      ],
    },
    {
      tab: "intro",
      title: "卖点与配套",
      fields: [whole("highlights"), whole("features"), whole("facilities")],
    },
    { tab: "intro", title: "介绍", fields: ["description", "surroundings", "risks"] },
    {
      tab: "intro",
      title: "资料",
      fields: [
        whole("vr_url"),
        { name: "brochure_id", media: { scene: "brochure", known: brochure ? [brochure] : [] } },
      ],
    },
    {
      tab: "commission",
      title: "报备规则",
      fields: [
        ...(["allow_agent", "report_phone_mode", "protect_mode"] as const),
        ...(["protect_report_days", "protect_visit_days", "min_lead_minutes"] as const),
      ],
    },
    {
      tab: "commission",
      title: "佣金",
      fields: [
        ...([
          "dev_commission_mode",
          { name: "dev_commission_value", note: developerNote, currency: inFixed("dev") },
        ] as const),
        ...(["dev_commission_currency", "agent_commission_mode"] as const),
        ...([
          { name: "agent_commission_value", note: agentNote, currency: inFixed("agent") },
          "agent_commission_currency",
        ] as const),
        ...(["settle_condition", { name: "settle_stages", when: is("settle_condition", "staged") }] as const),
        "commission_note",
      ],
    },
    {
      tab: "seo",
      title: "搜索引擎",
      fields: [
        ...[whole("slug"), { name: "seo_title", isWide: true, note: lengthNote("seo_title") } as const],
        ...(["seo_desc", whole("seo_keywords")] as const),
      ],
      below: (values) => <SearchPreview values={values} />,
    },
  ];
  return sections.map((section) => ({
    ...section,
    fields: section.fields.map((entry) => marked(asked(entry, record), record)),
  }));
}

const isDemanded = (name: string) => demandedFields.some((one) => one === name);

function asked(entry: Entry, record: EstateDetail | undefined): Entry {
  const given = typeof entry === "string" ? { name: entry } : entry;
  if (record?.audit_status === "approved" || !isDemanded(given.name)) return entry;
  const note = (values: FormValues) =>
    isBlank(values[given.name]) ? t("提交审核前填写") : "note" in given ? given.note?.(values) : undefined;
  return { ...given, note };
}

function marked(entry: Entry, record: EstateDetail | undefined): Entry {
  const given = typeof entry === "string" ? { name: entry } : entry;
  if (!record?.proposed || !(given.name in record.proposed)) return entry;
  return { ...given, note: () => <PendingNote name={given.name} record={record} /> };
}

function SearchPreview({ values }: { values: FormValues }) {
  const title = textOf(values.seo_title) || textOf(values.name);
  const text = textOf(values.seo_desc) || wordsOf(textOf(values.description));
  const { host, path } = useSitePage("estate", textOf(values.slug));
  return (
    <Stack
      component="section"
      gap={2}
      maw={620}
      mt={16}
      p="14px 16px"
      className={`${basic.anywhere} ${basic.bordered} ${basic.rounded}`}
      aria-label={t("搜索结果预览")}
    >
      <small className={`${basic.dim} ${basic.size12}`}>{t("搜索结果预览")}</small>
      <Box component="cite" c="dimmed" fz={12} fs="normal">
        {host + path}
        {textOf(values.slug) ? "" : t("（保存后按名称生成）")}
      </Box>
      <Text component="strong" c="var(--app-here)" fz={17} fw={500}>
        {cut(title, 60) || t("（楼盘名称）")}
      </Text>
      <Text fz={13}>{cut(text, 160) || t("（未填写描述和介绍）")}</Text>
    </Stack>
  );
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
