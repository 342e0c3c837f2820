import { lazyPart } from "~/app/blocks/lazy-part";
import { DailyNumbers } from "~/app/features/daily/daily-numbers";
import { t } from "~/app/i18n/t";
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
  from: string | undefined;
  to: string | undefined;
  onClose: () => void;
}

export const TrackerNumbers = ({ row: { id, name, code }, ...given }: TrackerNumbersProps) => (
  <DailyNumbers
    title={t("{name} {code} 的数据", { name, code })}
    endpoint={tracker.stats}
    id={id}
    totalsOf={totalsOf}
    columns={columns}
    minWidth={420}
    chart={(stats) =>
      Object.values(stats.total).some((sum) => sum > 0) ? (
        <VisitsChart {...stats} inquiries={{ name: "inquiry_count", total: stats.total.inquiry_count }} />
      ) : null
    }
    width={760}
    {...given}
  />
);

const totalsOf = (total: TrackerStats["total"]) => ({
  PV: formatNumber(total.pv),
  UV: formatNumber(total.uv),
  点击: formatNumber(total.clicks),
  展示: formatNumber(total.impressions),
  询盘: formatNumber(total.inquiry_count),
  转客户: formatNumber(total.customer_count),
});
