import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { isBlank } from "~/app/blocks/detail/value";
import { FigureName } from "~/app/blocks/figure/figure-name";
import { useClientMode } from "~/app/browser/client-mode";
import { layoutText, Money, stationText } from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import { ratio } from "~/contract/decimal";
import type { FigureKey } from "~/contract/figures";
import { formatArea, formatMoney, formatPercent } from "~/contract/format";
import type { EstateDetail } from "~/contract/house/estate";
import { baseCurrency } from "~/contract/region/rate";
import { tenures } from "~/contract/shared/property";
import classes from "./estate-hero.module.css";

const shown = 5;

interface KeyNumber {
  label: string;
  figure?: FigureKey;
  value: ReactNode;
  /** What belongs to it. */
  more?: string | undefined;
}

function numbersOf(record: EstateDetail): KeyNumber[] {
  const { nearest, gross_yield, net_yield, tenure_years, total_units, handover_at } = record;
  const unitPrice = record.of_rooms.unit_price_avg ?? record.unit_price_avg;
  const tenureNames: Readonly<Record<string, string>> = tenures;
  const walk = nearest && stationText({ ...nearest, line: "", station: "" });
  return [
    {
      label: t("均价"),
      figure: "unit_price_avg",
      value:
        unitPrice === null ? null : (
          <>
            <Money amount={unitPrice} currency={record.currency} />
            {t("/㎡")}
          </>
        ),
      more:
        unitPrice && record.rate
          ? `≈${formatMoney(ratio([unitPrice, record.rate.to_cny], ["1"], 2), baseCurrency)}${t("/㎡")}`
          : undefined,
    },
    { label: t("面积"), value: formatArea(record.area_min, record.area_max), more: layoutText(record.layouts) },
    {
      label: t("表面回报率"),
      figure: "gross_yield",
      value: formatPercent(gross_yield),
      more: net_yield === null ? undefined : t("实际 {percent}", { percent: formatPercent(net_yield) }),
    },
    {
      label: t("竣工年月"),
      value: record.completion_at,
      more: handover_at ? t("{month} 交房", { month: handover_at }) : undefined,
    },
    {
      label: t("最近车站"),
      value: walk || nearest?.station,
      more: walk && nearest ? [nearest.line, nearest.station].filter(Boolean).join(" ") : undefined,
    },
    {
      label: t("产权"),
      value: record.tenure && t(tenureNames[record.tenure] ?? record.tenure),
      more: tenure_years === null ? undefined : t("{n}年", { n: tenure_years }),
    },
    { label: t("总户数"), value: total_units },
  ];
}

export function KeyNumbers({ record }: { record: EstateDetail }) {
  const isClient = useClientMode();
  const numbers = numbersOf(record).filter(({ value }) => !isBlank(value));
  return (
    <section style={{ gridArea: "band" }} aria-label={t("关键数据")}>
      <Box component="dl" m={0} fz={18} className={`${classes.numbers} ${basic.facts}`}>
        {numbers.slice(0, shown).map(({ label, figure, value, more }) => (
          <div key={label}>
            <dt>{figure && !isClient ? <FigureName of={figure}>{label}</FigureName> : label}</dt>
            <dd>
              {value}
              {more ? (
                <small className={`${basic.block} ${basic.dim} ${basic.size12} ${basic.regular}`}>{more}</small>
              ) : null}
            </dd>
          </div>
        ))}
      </Box>
    </section>
  );
}
