import { Dialog } from "~/app/blocks/feedback/dialog";
import { Note } from "~/app/blocks/feedback/note";
import type { Run } from "~/app/blocks/feedback/use-act";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { ApplicationCreate, type ApplicationDetail, mansionApplication } from "~/contract/house/mansion-application";
import { sections } from "../mansion/mansion-sections";

interface CreateDialogProps {
  record: ApplicationDetail;
  run: Run;
  pending: boolean;
  onDecided: (reply: ApplicationDetail) => void;
  onClose: () => void;
}

export function CreateDialog({ record, run, pending, onDecided, onClose }: CreateDialogProps) {
  const wrong = record.fields.filter(({ is_valid }) => !is_valid);
  return (
    <Dialog
      onClose={onClose}
      title={t("新增楼栋 {no}", { no: record.application_no })}
      size="xl"
      fullScreen={useIsPhone()}
    >
      <Note mb="md">
        {wrong.length
          ? t("已按申请填写，请补全格式不符的：{fields}。", { fields: wrong.map(({ label }) => label).join("、") })
          : t("已按申请填写，可修改后保存。")}
      </Note>
      <LazyRecordForm
        form={{
          schema: ApplicationCreate,
          sections,
          value: record.payload,
          draft: `mansion-application:${record.id}`,
          pending,
          submitLabel: t("新增楼栋"),
          onSubmit: (body, then) => {
            const decided = (reply: ApplicationDetail) => {
              onClose();
              onDecided(reply);
            };
            run(
              mansionApplication.create,
              { params: { id: record.id }, body },
              { success: t("已新增楼栋"), ...then(decided) },
            );
          },
        }}
        isInDialog
        isLong
        onCancel={onClose}
      />
    </Dialog>
  );
}
