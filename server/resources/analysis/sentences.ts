import type { PublicBriefing } from "~/contract/analysis/analysis";
import { formatNumber } from "~/contract/decimal";
import type { BriefingType } from "~/contract/system/briefing-types";

const periods: Record<BriefingType, string> = { day: "本日", week: "本周", month: "本月" };

/** Further figures for staff alone. */
interface OwnFigures {
  contract_amount: number | null;
  target_rate: number | null;
}

/** A briefing's figures as people would say them (domain D.2); what may not be told is left out. */
export function sentencesOf(
  type: BriefingType,
  figures: PublicBriefing["figures"],
  cell: number,
  own?: OwnFigures,
): string[] {
  const n = (count: number | null) => (count === null ? `<${cell}` : formatNumber(count));
  const { inquiry_growth: growth, response_minutes: minutes } = figures;
  const compared = growth === null ? "" : `（环比${growth > 0 ? "+" : ""}${formatNumber(growth)}%）`;
  const amount = own?.contract_amount ?? null;
  const parts = [
    `${periods[type]}新增询盘${n(figures.inquiry_new)}${compared}`,
    ...(minutes === null ? [] : [`首次响应中位数${formatNumber(minutes)}分钟`]),
    `有效跟进${n(figures.tracking_valid)}次`,
    `带看${n(figures.visit_count)}组`,
    `认购${n(figures.subscribe_count)}套`,
    `签约${n(figures.contract_count)}套`,
    ...(amount === null ? [] : [`金额${formatNumber(Math.round(amount / 1000) / 10)}万元`]),
  ];
  const rate = own?.target_rate ?? null;
  return [`${parts.join("，")}。`, ...(rate === null ? [] : [`本月签约目标完成${formatNumber(rate)}%。`])];
}
