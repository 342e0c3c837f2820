import { lazyPart } from "~/app/blocks/lazy-part";
import { DailyNumbers } from "~/app/features/daily/daily-numbers";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import { formatPercent } from "~/contract/format";
import { type BannerRow, type BannerStats, banner } from "~/contract/resource/banner";

const BannerChart = lazyPart(
  () => import("./banner-chart"),
  "BannerChart",
  () => <div style={{ height: 240 }} />,
);

type BannerDay = BannerStats["days"][number];

export const BannerNumbers = ({ row: { id, title }, onClose }: { row: BannerRow; onClose: () => void }) => (
  <DailyNumbers
    title={t("{title} 的数据", { title })}
    endpoint={banner.stats}
    id={id}
    totalsOf={totalsOf}
    columns={columns}
    minWidth={280}
    chart={(stats) => (stats.total.impressions + stats.total.clicks > 0 ? <BannerChart stats={stats} /> : null)}
    onClose={onClose}
  />
);

const columns = {
  曝光: ({ impressions }: BannerDay) => impressions,
  点击: ({ clicks }: BannerDay) => clicks,
  点击率: ({ ctr }: BannerDay) => formatPercent(ctr) || "–",
};

const totalsOf = ({ impressions, clicks, ctr }: BannerStats["total"]) => ({
  曝光: formatNumber(impressions),
  点击: formatNumber(clicks),
  点击率: formatPercent(ctr) || "–",
});
