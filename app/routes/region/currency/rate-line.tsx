import { Skeleton, Text } from "@mantine/core";
import { type ComponentProps, type ComponentType, useEffect, useMemo, useState } from "react";
import { t } from "~/app/i18n/t";
import { shortDecimal } from "~/contract/decimal";
import { type RateHistory, rateJump } from "~/contract/region/currency";
import { dailyRates, rangeOf } from "./daily-rates";
import type { RateChart } from "./rate-chart";

export function RateLine({ code, days, history }: { code: string; days: number; history: RateHistory }) {
  const daily = useMemo(() => dailyRates(history, days), [history, days]);
  const { Chart, hasFailed } = useChart();
  const range = rangeOf(daily);
  if (!range) return <Text c="dimmed">{t("还没有汇率记录")}</Text>;
  const summary = t("近{days}天最低 {lowest}，最高 {highest}，现为 {last}，变动 {percent}%", {
    days,
    lowest: shortDecimal(range.lowest),
    highest: shortDecimal(range.highest),
    last: shortDecimal(range.last),
    percent: rateJump(range.first, range.last).percent,
  });
  return (
    <>
      <Text size="sm">{summary}</Text>
      {Chart ? (
        // The text above and the table below say the same.
        <div role="img" aria-label={t("{code} 汇率曲线：{words}", { code, words: summary })}>
          <Chart code={code} daily={daily} />
        </div>
      ) : hasFailed ? (
        <Text c="dimmed">{t("曲线加载失败，请看下表")}</Text>
      ) : (
        <Skeleton h={260} role="progressbar" aria-label={t("加载中")} />
      )}
    </>
  );
}

function useChart() {
  const [Chart, setChart] = useState<ComponentType<ComponentProps<typeof RateChart>>>();
  const [hasFailed, setHasFailed] = useState(false);

  // Not by `lazy`, whose failure would take the table away as well.
  useEffect(() => {
    import("./rate-chart").then(
      (module) => setChart(() => module.RateChart),
      () => setHasFailed(true),
    );
  }, []);
  return { Chart, hasFailed };
}
