import { t } from "~/app/i18n/t";
import { levels, stages } from "~/contract/customer/customer-record";
import type { TrackingRow } from "~/contract/customer/tracking";

const labels: Readonly<Record<string, string>> = { ...levels, ...stages };
const labelOf = (value: string | null) => value && t(labels[value] ?? value);

/** Where a follow-up moved the customer, in short: `C 低意向 → A 高意向、已联系 → 已看房`. */
export function movesOf({ level_before, level_after, stage_before, stage_after }: TrackingRow): string {
  const level = move(labelOf(level_before), labelOf(level_after));
  const stage = move(labelOf(stage_before), labelOf(stage_after));
  return [...level, ...stage].join("、");
}

const move = (before: string | null, after: string | null) =>
  after && after !== before ? [before ? `${before} → ${after}` : after] : [];
