import { formatMoney, formatNumber } from "~/contract/format";
import type { targetMetrics } from "~/contract/system/target";

/** What a target or its actual reads: amounts in 万. */
export const targetText = (metric: keyof typeof targetMetrics, value: number | string): string =>
  metric === "contract_amount" ? formatMoney(String(value), "CNY") : formatNumber(value);
