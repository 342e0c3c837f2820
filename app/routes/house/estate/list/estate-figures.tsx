import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { isBlank } from "~/app/blocks/detail/value";
import { FigureName } from "~/app/blocks/figure/figure-name";
import { layoutText, Money, PriceRange, stationText } from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import type { FigureKey } from "~/contract/figures";
import { formatArea, formatPercent } from "~/contract/format";
import type { EstateDetail } from "~/contract/house/estate";
import { tenures } from "~/contract/shared/property";
import classes from "../estate-detail.module.css";
import { interestOf } from "../estate-interest";

const tenureNames: Readonly<Record<string, string>> = tenures;

export function EstateFigures({ record }: { record: EstateDetail }) {
  const { currency, gross_yield, net_yield, nearest, total_units, of_rooms, tenure_years } = record;
  const unitPrice = of_rooms.unit_price_avg ?? record.unit_price_avg;
  const saleUnits = of_rooms.available ?? record.sale_units;
  const tenure = record.tenure && t(tenureNames[record.tenure] ?? record.tenure);
  const figures: { label: string; figure?: FigureKey; value: ReactNode }[] = [
    { label: t("总价"), value: <PriceRange of={record} /> },
    {
      label: t("均价"),
      figure: "unit_price_avg",
      value:
        unitPrice === null ? null : (
          <>
            <Money amount={unitPrice} currency={currency} /> {t("/㎡")}
          </>
        ),
    },
    { label: t("户型"), value: layoutText(record.layouts) },
    { label: t("面积"), value: formatArea(record.area_min, record.area_max) },
    { label: t("表面回报率"), figure: "gross_yield", value: formatPercent(gross_yield) },
    { label: t("实际回报率"), figure: "net_yield", value: formatPercent(net_yield) },
    { label: t("竣工年月"), value: record.completion_at },
    { label: t("交房年月"), value: record.handover_at },
    { label: t("最近车站"), value: stationText(nearest) },
    {
      label: t("总户数 / 在售户数"),
      figure: "sale_units",
      value: saleUnits === null ? total_units : `${total_units ?? "–"} / ${saleUnits}`,
    },
    {
      label: t("产权"),
      value: !tenure || tenure_years === null ? tenure : t("{tenure} {n}年", { tenure, n: tenure_years }),
    },
    { label: t("区域"), value: record.place.map(({ name }) => name).join(" ") },
    ...interestOf(record),
  ];
  return (
    <Panel title={t("关键数据")}>
      <Box component="dl" m={0} fz={16} className={`${classes.figures} ${basic.facts}`}>
        {figures
          .filter(({ value }) => !isBlank(value))
          .map(({ label, figure, value }) => (
            <div key={label}>
              <dt>{figure ? <FigureName of={figure}>{label}</FigureName> : label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </Box>
    </Panel>
  );
}
