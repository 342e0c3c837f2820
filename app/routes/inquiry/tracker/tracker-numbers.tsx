import { Stack } from "@mantine/core";
import { useState } from "react";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { DaysField } from "~/app/blocks/form/field/date-field";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { DailyTable } from "~/app/features/daily/daily-table";
import { DailyTotals } from "~/app/features/daily/daily-totals";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import { formatNumber } from "~/contract/decimal";
import { type TrackerRow, type TrackerStats, tracker } from "~/contract/inquiry/tracker";

const VisitsChart = lazyPart(
  () => import("~/app/features/daily/visits-chart"),
  "VisitsChart",
  () => <div style={{ height: 260 }} />,
);

type TrackerDay = TrackerStats["days"][number];

const columns = {
  PV: ({ pv }: TrackerDay) => pv,
  UV: ({ uv }: TrackerDay) => uv,
  点击: ({ clicks }: TrackerDay) => clicks,
  展示: ({ impressions }: TrackerDay) => impressions,
  询盘: ({ inquiry_count }: TrackerDay) => inquiry_count,
  转客户: ({ customer_count }: TrackerDay) => customer_count,
};

interface TrackerNumbersProps {
  row: TrackerRow;
  /** The days of the list, where somebody has chosen them. */
  from: string | undefined;
  to: string | undefined;
  onClose: () => void;
}

/** A tracking point's numbers day by day: their sums, a chart, and the days one by one. */
export function TrackerNumbers({ row: { id, name, code }, onClose, ...given }: TrackerNumbersProps) {
  const isPhone = useIsPhone();
  const [span, setSpan] = useState({ from: given.from ?? shanghaiDay(-29), to: given.to ?? shanghaiDay(0) });
  const stats = useCall(tracker.stats, { params: { id }, query: span });
  return (
    <SideDrawer onClose={onClose} size={isPhone ? "100%" : 760} title={t("{name} {code} 的数据", { name, code })}>
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
              {Object.values(answer.total).some((sum) => sum > 0) ? (
                <VisitsChart {...answer} inquiries={{ name: "inquiry_count", total: answer.total.inquiry_count }} />
              ) : null}
              <DailyTable days={answer.days} columns={columns} minWidth={420} />
            </Stack>
          )}
        </AsyncPart>
      </Stack>
    </SideDrawer>
  );
}

const totalsOf = ({ total }: TrackerStats) => ({
  PV: formatNumber(total.pv),
  UV: formatNumber(total.uv),
  点击: formatNumber(total.clicks),
  展示: formatNumber(total.impressions),
  询盘: formatNumber(total.inquiry_count),
  转客户: formatNumber(total.customer_count),
});
