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
import { formatPercent } from "~/contract/format";
import { type SpecialRow, type SpecialStats, special } from "~/contract/special/special";

const VisitsChart = lazyPart(
  () => import("~/app/features/daily/visits-chart"),
  "VisitsChart",
  () => <div style={{ height: 260 }} />,
);

type SpecialDay = SpecialStats["days"][number];

const columns = {
  PV: ({ pv }: SpecialDay) => pv,
  UV: ({ uv }: SpecialDay) => uv,
  询盘: ({ inquiries }: SpecialDay) => inquiries,
  成交: ({ deals }: SpecialDay) => deals,
};

interface SpecialNumbersProps {
  row: Pick<SpecialRow, "id" | "name">;
  onClose: () => void;
}

/** A page's numbers day by day: their sums, a chart, and the days one by one. */
export function SpecialNumbers({ row: { id, name }, onClose }: SpecialNumbersProps) {
  const isPhone = useIsPhone();
  const [span, setSpan] = useState({ from: shanghaiDay(-29), to: shanghaiDay(0) });
  const stats = useCall(special.stats, { params: { id }, query: span });
  return (
    <SideDrawer onClose={onClose} size={isPhone ? "100%" : 760} title={t("{name} 的数据", { name })}>
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
              {answer.total.pv + answer.total.inquiries > 0 ? (
                <VisitsChart {...answer} inquiries={{ name: "inquiries", total: answer.total.inquiries }} />
              ) : null}
              <DailyTable days={answer.days} columns={columns} minWidth={340} />
            </Stack>
          )}
        </AsyncPart>
      </Stack>
    </SideDrawer>
  );
}

const totalsOf = ({ total }: SpecialStats) => ({
  PV: formatNumber(total.pv),
  UV: formatNumber(total.uv),
  询盘: formatNumber(total.inquiries),
  成交: formatNumber(total.deals),
  转化率: total.conversion === null ? "–" : formatPercent(total.conversion),
});
