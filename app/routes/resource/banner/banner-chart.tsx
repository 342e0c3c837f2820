import { DailyChart } from "~/app/features/daily/daily-chart";
import { t } from "~/app/i18n/t";
import type { BannerStats } from "~/contract/resource/banner";

export const BannerChart = ({ stats: { days, total } }: { stats: BannerStats }) => (
  <DailyChart
    days={days}
    series={[
      { name: "impressions", label: t("曝光"), color: "brand.4", type: "bar" },
      { name: "clicks", label: t("点击"), color: "orange.6", type: "line", yAxisId: "right" },
    ]}
    label={t("每日图：{days} 天，曝光 {impressions}，点击 {clicks}", {
      days: days.length,
      impressions: total.impressions,
      clicks: total.clicks,
    })}
    height={240}
  />
);
