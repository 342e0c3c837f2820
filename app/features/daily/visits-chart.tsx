import { t } from "~/app/i18n/t";
import { DailyChart } from "./daily-chart";

interface VisitsChartProps {
  days: { date: string; pv: number; uv: number }[];
  total: { pv: number; uv: number };
  inquiries: { name: string; total: number };
}

export function VisitsChart({ days, total: { pv, uv }, inquiries }: VisitsChartProps) {
  const counts = { days: days.length, pv, uv, inquiries: inquiries.total };
  const words = t("{days} 天：PV {pv}，UV {uv}，询盘 {inquiries}", counts);
  return (
    <DailyChart
      days={days}
      series={[
        { name: inquiries.name, label: t("询盘"), color: "orange.4", type: "bar", yAxisId: "right" },
        { name: "pv", label: "PV", color: "gray.5", type: "line" },
        { name: "uv", label: "UV", color: "brand.6", type: "line" },
      ]}
      label={t("每日曲线，{words}", { words })}
    />
  );
}
