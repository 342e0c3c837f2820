import { useState } from "react";
import { formatInstant } from "~/app/blocks/detail/format";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import type { FormSection } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { type TrackingRow, TrackingUpdate } from "~/contract/customer/tracking";
import { trackingFields } from "./tracking-fields";
import type { TrackingAction } from "./tracking-writes";

/** A follow-up that is to be corrected or deleted. */
export interface AskedTracking {
  act: "edit" | "remove";
  row: TrackingRow;
}

interface DialogProps {
  row: TrackingRow;
  onClose: () => void;
}

/** Corrects a follow-up, or asks before it is deleted. */
export function TrackingDialog({ act, ...rest }: AskedTracking & DialogProps) {
  return act === "edit" ? <EditTracking {...rest} /> : <RemoveTracking {...rest} />;
}

function EditTracking({ row, onClose }: DialogProps) {
  const { run, pending } = useAct<TrackingAction>();
  const [sections] = useState<FormSection<typeof TrackingUpdate>[]>(() => [
    { fields: [...trackingFields, { name: "media_ids", media: { scene: "tracking", known: row.media } }] },
  ]);
  return (
    <Dialog onClose={onClose} title={t("编辑跟进")} size="xl">
      <LazyRecordForm
        schema={TrackingUpdate}
        sections={sections}
        value={{ ...row, media_ids: row.media.map(({ id }) => id), estate_ids: row.estates.map(({ id }) => id) }}
        draft={`tracking-edit:${row.id}`}
        isInDialog
        pending={pending}
        onSubmit={(body, then) =>
          run("updateTracking", { params: { id: row.id }, body }, { success: t("已保存"), ...then(onClose) })
        }
        onCancel={onClose}
      />
    </Dialog>
  );
}

function RemoveTracking({ row, onClose }: DialogProps) {
  const { run, pending } = useAct<TrackingAction>();
  return (
    <Confirm
      title={t("删除跟进")}
      text={t("确定删除 {at} 的跟进记录？", { at: formatInstant(row.tracked_at) })}
      confirmLabel={t("删除")}
      pending={pending}
      onConfirm={() => run("removeTracking", { params: { id: row.id } }, { success: t("已删除"), onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
