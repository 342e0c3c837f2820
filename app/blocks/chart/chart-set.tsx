import { Box } from "@mantine/core";
import { type ReactNode, useState } from "react";
import basic from "~/app/basic.module.css";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import classes from "./chart.module.css";

interface ChartSetProps {
  charts: readonly { key: string; title: string; isWide?: boolean; node: ReactNode }[];
}

export function ChartSet({ charts }: ChartSetProps) {
  const isPhone = useIsPhone();
  const [chosen, setChosen] = useState<string>();
  if (!isPhone)
    return (
      <div className={`${basic.grid} ${basic.gap16} ${classes.set}`}>
        {inLines(charts).map(({ key, isWide, node }) => (
          <div key={key} className={isWide ? basic.wide : undefined}>
            {node}
          </div>
        ))}
      </div>
    );
  const shown = charts.find(({ key }) => key === chosen) ?? charts[0];
  if (!shown) return null;
  return (
    <div>
      {charts.length > 1 ? (
        <Box mb={12}>
          <SelectOne
            aria-label={t("图表")}
            data={charts.map(({ key, title }) => ({ value: key, label: title }))}
            value={shown.key}
            allowDeselect={false}
            onChange={(key) => setChosen(key ?? undefined)}
          />
        </Box>
      ) : null}
      <div key={shown.key}>{shown.node}</div>
    </div>
  );
}

function inLines(charts: ChartSetProps["charts"]): ChartSetProps["charts"] {
  let column = 0;
  return charts.map((chart, index) => {
    const next = charts[index + 1];
    const isWide = chart.isWide || (column === 0 && (!next || next.isWide === true));
    column = isWide ? 0 : 1 - column;
    return { ...chart, isWide };
  });
}
