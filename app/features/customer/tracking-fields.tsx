import { toast } from "~/app/api/toast";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { MediaControlProps } from "~/app/blocks/slots";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { charactersOf, notValidBecause, type tracking } from "~/contract/customer/tracking";
import type { Reply } from "~/contract/endpoint";

export const trackingFields = (media: MediaControlProps["media"]) =>
  [
    { name: "content", note: (values: FormValues) => <Counting {...values} /> },
    { name: "type", inSight: true, isWide: true },
    { name: "result", inSight: true, isWide: true },
    { name: "next_at", inSight: true, isWide: true },
    { name: "media_ids", media },
    "tracked_at",
    "direction",
    "duration_min",
    { name: "estate_ids", isWide: true },
    "stage_after",
    { name: "lost_reason", when: ({ stage_after }: FormValues) => stage_after === "lost" },
    "level_after",
  ] as const;

function Counting({ type, content }: FormValues) {
  const { tracking_min_chars: min } = useProfile();
  const because = notValidBecause(type, content, min);
  if (because === "type") return t("方式为“其他”，不计入有效跟进");
  if (because) return t("满 {min} 字计入有效跟进，还差 {n} 字", { min, n: min - charactersOf(content) });
  return t("已计入有效跟进");
}

export function tellSaved({ is_valid, batch_id }: Reply<typeof tracking.create>, onUndone: () => void): void {
  const saved = is_valid ? t("跟进已保存，计入有效跟进") : t("跟进已保存，未计入有效跟进");
  if (batch_id === null) toast.success(saved);
  else import("~/app/features/undo/undo").then(({ offerUndo }) => offerUndo(batch_id, saved, onUndone));
}
