import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { Value } from "~/app/blocks/detail/value";
import { BudgetText } from "~/app/features/customer/customer-tags";
import { t } from "~/app/i18n/t";
import { RequirementRow } from "~/contract/customer/requirement";
import { formatNumber } from "~/contract/decimal";
import { metaOf } from "~/contract/field";
import { formatArea } from "~/contract/format";

const colors: Readonly<Record<string, TagColor>> = { open: "brand", matched: "green" };
const labels = metaOf(RequirementRow.shape.status).options ?? {};

export function RequirementStatus({ row: { status, matched } }: { row: RequirementRow }) {
  const names = matched.map(({ name }) => name).join("、");
  return (
    <Tag color={colors[status]} title={names || undefined}>
      {t(labels[status] ?? status)}
    </Tag>
  );
}

/** 40–70㎡ */
export function AreaText({ row: { area_min: from, area_max: to } }: { row: RequirementRow }) {
  if (from === null && to === null) return "–";
  if (from !== null && to !== null) return formatArea(from, to);
  return from === null
    ? t("{area}㎡以下", { area: formatNumber(to ?? 0) })
    : t("{area}㎡以上", { area: formatNumber(from) });
}

export function PriceText({ row: { price_min, price_max, currency } }: { row: RequirementRow }) {
  if (!price_min && !price_max) return "–";
  return <BudgetText row={{ budget_min: price_min, budget_max: price_max, budget_currency: currency }} />;
}

export function PlaceText({ row: { country_code, districts }, isShort }: { row: RequirementRow; isShort?: boolean }) {
  const names = districts.map(({ name }) => name);
  const [first = ""] = names;
  return (
    <span title={isShort ? names.join("、") : undefined}>
      <Value field={{ scene: "countries" }} value={country_code} />{" "}
      {isShort && names.length > 1 ? t("{first} 等{count}个", { first, count: names.length }) : names.join("、")}
    </span>
  );
}
