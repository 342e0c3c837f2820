import { t } from "~/app/i18n/t";
import { briefingColumns, briefingFigures } from "~/contract/analysis/figure-texts";
import { formatNumber } from "~/contract/decimal";
import { formatMoney } from "~/contract/format";
import type { Card } from "./figure-cards";
import type { ShownBriefing } from "./load";
import { countText } from "./told";

const units = {
  ...{ inquiry_new: "", response_minutes: "分钟", tracking_valid: "次" },
  ...{ visit_count: "组", subscribe_count: "套", contract_count: "套" },
} as const;
const keys = Object.keys(units) as (keyof typeof units)[]; // what the literal is keyed by

/** The figures of a briefing's sentence, each with what it means. */
export function briefingCards({ figures, cell, contract_amount, target_rate }: ShownBriefing): Card[] {
  const cards = keys.map((key): Card => {
    const { label, definition } = briefingFigures[key];
    const { [key]: count, inquiry_growth: growth } = figures;
    const value = key === "response_minutes" && count === null ? "--" : countText(count, cell);
    const sign = growth !== null && growth > 0 ? "+" : "";
    const note =
      key === "inquiry_new" && growth !== null ? t("环比 {n}%", { n: sign + formatNumber(growth) }) : undefined;
    return { key, figure: { label: t(label), definition }, value, unit: t(units[key]), note };
  });
  const own = (key: "contract_amount" | "target_rate", value: number | null | undefined, text: string): Card[] =>
    value === null || value === undefined
      ? []
      : [{ key, figure: { ...briefingColumns[key], label: t(briefingColumns[key].label) }, value: text }];
  return [
    ...cards,
    ...own("contract_amount", contract_amount, formatMoney(String(contract_amount), "CNY")),
    ...own("target_rate", target_rate, `${formatNumber(target_rate ?? 0)}%`),
  ];
}
