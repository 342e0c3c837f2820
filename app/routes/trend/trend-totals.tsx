import { Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { valueText } from "~/app/blocks/chart/chart-data";
import { FigureTip, figureMark } from "~/app/blocks/figure/figure-name";
import { t } from "~/app/i18n/t";
import { type TrendKey, trendFigure } from "~/contract/trend/trend-figures";
import type { Trends } from "~/contract/trend/trends";
import classes from "./trend.module.css";

interface TrendTotalsProps {
  totals: Trends["totals"];
  mayOpen: (key: TrendKey) => boolean;
  onOpen: (key: TrendKey) => void;
}

export function TrendTotals({ totals, mayOpen, onOpen }: TrendTotalsProps) {
  if (totals.length === 0) return null;
  return (
    <ul
      className={`${classes.totals} ${basic.gap4} ${basic.list} ${basic.columns}`}
      style={{ "--columns": "repeat(auto-fit, minmax(150px, 1fr))", "--on-phone": "repeat(2, minmax(0, 1fr))" }}
      aria-label={t("合计")}
    >
      {totals.map(({ key, value }) => {
        const figure = trendFigure(key);
        const label = figure.isCurrent ? t("{label}（现值）", { label: t(figure.label) }) : t(figure.label);
        return (
          <li key={key}>
            <FigureTip of={figure}>
              <button
                type="button"
                className={`${classes.total} ${basic.plain} ${basic.column} ${basic.gap2} ${basic.rounded}`}
                aria-disabled={!mayOpen(key)}
                onClick={() => mayOpen(key) && onOpen(key)}
              >
                <span className={`${basic.dim} ${basic.size13} ${figureMark}`}>{label}</span>
                <Text component="b" fz={{ base: 22, sm: 26 }} fw={600} lh={1.25}>
                  {valueText(value, figure.unit)}
                </Text>
              </button>
            </FigureTip>
          </li>
        );
      })}
    </ul>
  );
}
