import { formatNumber } from "~/contract/decimal";
import { formatBeside } from "~/contract/format";
import type { targetMetrics } from "~/contract/system/target";

/** What a target reads, or what is reached of one: amounts in 万, and never as if the target were reached that is not. */
export const targetText = (
  metric: keyof typeof targetMetrics,
  value: number | string,
  target: number | string | null = null,
): string =>
  metric === "contract_amount"
    ? formatBeside(String(value), target === null ? null : String(target), "CNY")
    : formatNumber(value);
