import type { FormValues } from "~/app/blocks/form/schema-fields";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { charactersOf, notValidBecause } from "~/contract/customer/tracking";

/** The fields of a follow-up's form but its pictures, the same for a new one and for a correction. */
export const trackingFields = [
  "type",
  "direction",
  "result",
  { name: "content", note: (values: FormValues) => <Counting {...values} /> },
  "estate_ids",
  "tracked_at",
  "next_at",
  "duration_min",
  "stage_after",
  { name: "lost_reason", when: ({ stage_after }: FormValues) => stage_after === "lost" },
  "level_after",
] as const;

/** Whether what is typed counts as a follow-up already. */
function Counting({ type, content }: FormValues) {
  const { tracking_min_chars: min } = useProfile();
  const because = notValidBecause(type, content, min);
  if (because === "type") return t("方式为“其他”，不计入有效跟进");
  if (because) return t("满 {min} 字计入有效跟进，还差 {n} 字", { min, n: min - charactersOf(content) });
  return t("已计入有效跟进");
}

/** What a saved follow-up says of itself. */
export const trackingSaved = ({ is_valid }: { is_valid: boolean }) =>
  is_valid ? t("跟进已保存，计入有效跟进") : t("跟进已保存，未计入有效跟进");
