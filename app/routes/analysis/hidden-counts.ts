import type { ChartRow } from "~/app/blocks/chart/chart-data";
import { t } from "~/app/i18n/t";
import type { Overview, Ratio, Slice } from "~/contract/analysis/analysis";
import { type OverviewFigure, overviewFigures } from "~/contract/analysis/figure-texts";
import { formatNumber } from "~/contract/decimal";
import type { Card } from "./figure-cards";
import type { ShownBriefing } from "./load";

type Count = number | null;

export const countText = (count: Count, cell: number): string => (count === null ? `<${cell}` : formatNumber(count));

/** Numbers of a chart: a hidden one has no length, and says so. */
export const chartValues = (counts: readonly Count[], cell: number): Pick<ChartRow, "values" | "texts"> => ({
  values: counts.map((count) => count ?? 0),
  texts: counts.map((count) => (count === null ? `<${cell}` : null)),
});

export const sliceRow = ({ key, label, count }: Slice, cell: number): ChartRow => ({
  ...{ key, label: t(label) },
  ...chartValues([count], cell),
});

const units = { count: "", percent: "%", each: "套" } as const;
const keys = Object.keys(overviewFigures) as OverviewFigure[]; // what the literal is keyed by

export const overviewCards = (
  { figures, cell }: Pick<Overview, "figures" | "cell">,
  to: Partial<Record<OverviewFigure, string>> = {},
): Card[] =>
  keys.flatMap((key): Card[] => {
    const told = figures[key];
    if (told === undefined) return [];
    const { unit, label, definition } = overviewFigures[key];
    const figure = { label: t(label), definition };
    return [{ key, figure, ...figureText(told, cell), unit: t(units[unit]), to: to[key] }];
  });

function figureText(figure: Count | Ratio, cell: number): Pick<Card, "value" | "note"> {
  if (figure === null || typeof figure === "number") return { value: countText(figure, cell) };
  const { part, whole, value } = figure;
  const note = `${countText(part, cell)} / ${countText(whole, cell)}`;
  return { value: value === null ? "--" : formatNumber(value), note };
}

type Days = Pick<Overview, "from" | "to">;

export const daysText = ({ from, to }: Days): string => (from === to ? from : t("{from} 至 {to}", { from, to }));

function aboutDays(told: Days & Pick<Overview, "cell">, whose?: string): string {
  const days = daysText(told);
  if (whose) return t("{days}，{whose}", { days, whose });
  return t("{days}（已结束的整月），数量按{n}的倍数显示，不足{n}的（包括没有）显示为<{n}", { days, n: told.cell });
}

/** The overview is the house's for everybody, a briefing of what one may see. */
export const aboutOverview = (overview: Overview & { isOwn: boolean }): string =>
  aboutDays(overview, overview.isOwn ? t("全公司") : undefined);

export const aboutBriefing = (briefing: ShownBriefing): string =>
  aboutDays(briefing, briefing.rows ? t("您的数据范围") : undefined);
