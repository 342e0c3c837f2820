import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { formatBudget, formatExact, formatMoney, formatMoneyRange } from "~/contract/format";
import { auditStatuses, publishStatuses } from "~/contract/house/estate-record";
import { layouts as layoutNames, saleStatuses } from "~/contract/shared/property";
import classes from "./estate-labels.module.css";

interface Amounts {
  currency: string;
  /** Null: not set yet in a draft. */
  price_min: string | null;
  price_max: string | null;
  price_min_cny: string | null;
  price_max_cny: string | null;
}

/** `5,980万–1.28亿日元`; empty if no price is known. */
export const priceText = ({ currency, price_min, price_max }: Amounts): string =>
  formatBudget(price_min, price_max, currency);

/** `≈276–591万元`; undefined for CNY, or without a rate. */
export function cnyText({ currency, price_min_cny, price_max_cny }: Amounts): string | undefined {
  if (currency === "CNY" || price_min_cny === null || price_max_cny === null) return undefined;
  return `≈${formatMoneyRange(price_min_cny, price_max_cny, "CNY")}`;
}

export function PriceRange({ of }: { of: Amounts }) {
  const cny = cnyText(of);
  if (of.price_min === null && of.price_max === null) return "–";
  return (
    <span className={classes.price} title={formatBudget(of.price_min, of.price_max, of.currency, "exact")}>
      <span>{priceText(of)}</span>
      {cny ? <small>{cny}</small> : null}
    </span>
  );
}

export function Money({ amount, currency, isFull }: { amount: string | null; currency: string; isFull?: boolean }) {
  if (amount === null) return "–";
  const exact = formatExact(amount, currency);
  return (
    <span className={classes.money} title={exact}>
      {formatMoney(amount, currency)}
      {isFull && Number(amount) >= 10_000 ? <small>{exact}</small> : null}
    </span>
  );
}

/** `可售 29 / 52`. */
export const supplyText = (supply: { available: number; total: number } | null): string | undefined =>
  supply ? t("可售 {available} / {total}", supply) : undefined;

interface Nearest {
  line: string;
  station: string;
  walk_min: number | null;
  bus_min: number | null;
}

/** `山手线 田町站 步行5分钟`. */
export function stationText(nearest: Nearest | null): string | undefined {
  if (!nearest) return undefined;
  const { line, station, walk_min, bus_min } = nearest;
  return [
    line,
    station,
    walk_min === null ? "" : t("步行{n}分钟", { n: walk_min }),
    bus_min === null ? "" : t("巴士{n}分钟", { n: bus_min }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** `1LDK、2LDK`. */
export const layoutText = (layouts: readonly string[]): string | undefined =>
  layouts.map((layout) => t(labelOf(layoutNames, layout))).join("、") || undefined;

const labelOf = (labels: Readonly<Record<string, string>>, key: string): string => labels[key] ?? key;

const saleColors: Readonly<Record<string, TagColor>> = {
  upcoming: "cyan",
  on_sale: "green",
  last_units: "green",
};
const auditColors: Readonly<Record<string, TagColor>> = { pending: "orange", approved: "green", rejected: "red" };

/** 在售, 尾盘 …; nothing if not set yet in a draft. */
export const SaleTag = ({ status }: { status: string | null }) =>
  status === null ? null : <Tag color={saleColors[status]}>{t(labelOf(saleStatuses, status))}</Tag>;

export function AuditTag({ status, isChanging = false }: { status: string; isChanging?: boolean }) {
  if (isChanging)
    return (
      <Tag color="orange" title={t("变更审核中，通过前对外仍显示原内容")}>
        {t("变更审核中")}
      </Tag>
    );
  return <Tag color={auditColors[status]}>{t(labelOf(auditStatuses, status))}</Tag>;
}

export const PublishTag = ({ status }: { status: string }) => (
  <Tag color={status === "online" ? "brand" : "gray"}>{t(labelOf(publishStatuses, status))}</Tag>
);
