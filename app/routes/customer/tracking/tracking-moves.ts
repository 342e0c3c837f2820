import { t } from "~/app/i18n/t";
import { stages } from "~/contract/customer/customer-record";
import type { TrackingRow } from "~/contract/customer/tracking";

const labels: Readonly<Record<string, string>> = stages;
const stageOf = (stage: string) => t(labels[stage] ?? stage);

/** Where a follow-up moved the customer, in short: `C → A、已联系 → 已看房`. */
export function movesOf({ level_before, level_after, stage_before, stage_after }: TrackingRow): string {
  const level = move(level_before, level_after);
  const stage = move(stage_before && stageOf(stage_before), stage_after && stageOf(stage_after));
  return [...level, ...stage].join("、");
}

const move = (before: string | null, after: string | null) =>
  after && after !== before ? [before ? `${before} → ${after}` : after] : [];
