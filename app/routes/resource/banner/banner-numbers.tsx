import { Stack } from "@mantine/core";
import { useState } from "react";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { DaysField } from "~/app/blocks/form/field/date-field";
import { lazyPart } from "~/app/blocks/lazy-part";
import { DailyTable } from "~/app/features/daily/daily-table";
import { DailyTotals } from "~/app/features/daily/daily-totals";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import { formatNumber } from "~/contract/decimal";
import { formatPercent } from "~/contract/format";
import { type BannerRow, type BannerStats, banner } from "~/contract/resource/banner";

const BannerChart = lazyPart(
  () => import("./banner-chart"),
  "BannerChart",
  () => <div style={{ height: 240 }} />,
);

type BannerDay = BannerStats["days"][number];

/** How often a banner was shown and clicked, day by day: the sums, a chart, and the days one by one. */
export function BannerNumbers({ row: { id, title }, onClose }: { row: BannerRow; onClose: () => void }) {
  const [span, setSpan] = useState({ from: shanghaiDay(-29), to: shanghaiDay(0) });
  const stats = useCall(banner.stats, { params: { id }, query: span });
  return (
    <SideDrawer onClose={onClose} title={t("{title} 的数据", { title })}>
      <Stack gap="md">
        <DaysField
          label={t("数据日期")}
          value={[span.from, span.to]}
          onChange={([from, to]) => setSpan({ from: from ?? shanghaiDay(-29), to: to ?? shanghaiDay(0) })}
        />
        <AsyncPart {...stats}>
          {(answer) => (
            <Stack gap="md" aria-busy={answer.from !== span.from || answer.to !== span.to}>
              <DailyTotals totals={totalsOf(answer)} />
              {answer.total.impressions + answer.total.clicks > 0 ? <BannerChart stats={answer} /> : null}
              <DailyTable days={answer.days} columns={columns} minWidth={280} />
            </Stack>
          )}
        </AsyncPart>
      </Stack>
    </SideDrawer>
  );
}

const columns = {
  曝光: ({ impressions }: BannerDay) => impressions,
  点击: ({ clicks }: BannerDay) => clicks,
  点击率: ({ ctr }: BannerDay) => formatPercent(ctr) || "–",
};

const totalsOf = ({ total: { impressions, clicks, ctr } }: BannerStats) => ({
  曝光: formatNumber(impressions),
  点击: formatNumber(clicks),
  点击率: formatPercent(ctr) || "–",
});
