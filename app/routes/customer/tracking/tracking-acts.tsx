import { useState } from "react";
import { formatInstant } from "~/app/blocks/detail/format";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { RecordDialog, recordDialog } from "~/app/blocks/form/record-dialog";
import { trackingFields } from "~/app/features/customer/tracking-fields";
import { t } from "~/app/i18n/t";
import { type TrackingRow, tracking } from "~/contract/customer/tracking";

const form = recordDialog({
  create: tracking.create,
  update: tracking.update,
  sections: (row: TrackingRow | undefined) => [{ fields: trackingFields({ scene: "tracking", known: row?.media }) }],
  values: (row) => ({ ...row, media_ids: row.media.map(({ id }) => id), estate_ids: row.estates.map(({ id }) => id) }),
  draft: (row) => row && `tracking-edit:${row.id}`,
});

export function useTrackingActs() {
  const { confirm, dialog } = useConfirm();
  const [edited, setEdited] = useState<TrackingRow>();
  return {
    edit: setEdited,
    remove: ({ id, tracked_at }: TrackingRow) =>
      confirm(
        tracking.remove,
        { params: { id } },
        {
          text: t("确定删除 {at} 的跟进记录？", { at: formatInstant(tracked_at) }),
          confirmLabel: t("删除"),
          success: t("已删除"),
        },
      ),
    dialog: (
      <>
        {edited ? <RecordDialog form={form} record={edited} onClose={() => setEdited(undefined)} /> : null}
        {dialog}
      </>
    ),
  };
}
