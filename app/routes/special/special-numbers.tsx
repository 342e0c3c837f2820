import { lazyPart } from "~/app/blocks/lazy-part";
import { DailyNumbers } from "~/app/features/daily/daily-numbers";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import { formatPercent } from "~/contract/format";
import { type SpecialRow, type SpecialStats, special } from "~/contract/special/special";

const VisitsChart = lazyPart(
  () => import("~/app/features/daily/visits-chart"),
  "VisitsChart",
  () => <div style={{ height: 260 }} />,
);

const Versions = lazyPart(() => import("./versions"), "Versions");

type SpecialDay = SpecialStats["days"][number];

const columns = {
  PV: ({ pv }: SpecialDay) => pv,
  UV: ({ uv }: SpecialDay) => uv,
  询盘: ({ inquiries }: SpecialDay) => inquiries,
  成交: ({ deals }: SpecialDay) => deals,
};

interface SpecialNumbersProps {
  row: Pick<SpecialRow, "id" | "name" | "version">;
  onClose: () => void;
}

export const SpecialNumbers = ({ row, onClose }: SpecialNumbersProps) => (
  <DailyNumbers
    title={t("{name} 的数据", { name: row.name })}
    endpoint={special.stats}
    id={row.id}
    totalsOf={totalsOf}
    columns={columns}
    minWidth={340}
    chart={(stats) => (
      <>
        {stats.versions.length > 0 ? <Versions row={row} versions={stats.versions} onDone={onClose} /> : null}
        {stats.total.pv + stats.total.inquiries > 0 ? (
          <VisitsChart {...stats} inquiries={{ name: "inquiries", total: stats.total.inquiries }} />
        ) : null}
      </>
    )}
    width={760}
    onClose={onClose}
  />
);

const totalsOf = (total: SpecialStats["total"]) => ({
  PV: formatNumber(total.pv),
  UV: formatNumber(total.uv),
  询盘: formatNumber(total.inquiries),
  成交: formatNumber(total.deals),
  转化率: total.conversion === null ? "–" : formatPercent(total.conversion),
});
