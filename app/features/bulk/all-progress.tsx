import "@mantine/core/styles/Progress.css";
import { Progress, Text } from "@mantine/core";
import { useState } from "react";
import { call } from "~/app/api/call";
import { announceWrite } from "~/app/api/written";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { Note } from "~/app/blocks/feedback/note";
import { t } from "~/app/i18n/t";
import { type BatchBegun, type BatchProgress, batch } from "~/contract/shared/batch";
import { offerUndo } from "../undo/undo";
import { usePolled } from "../use-polled";
import { FailedRows } from "./batch-result";

interface AllProgressProps {
  begun: BatchBegun;
  label: string;
  onChanged: () => void;
  onClose: () => void;
}

export function AllProgress({ begun: { batch_id, total }, label, onChanged, onClose }: AllProgressProps) {
  const [progress, setProgress] = useState<BatchProgress>();
  const [isHidden, setHidden] = useState(false);
  const end = ({ status, success, failed }: BatchProgress) => {
    if (success > 0) {
      announceWrite();
      offerUndo(batch_id, t("{act}成功：共 {count} 条", { act: label, count: success }), onChanged);
      onChanged();
    }
    if (status === "done" && failed === 0) onClose();
    else setHidden(false);
  };
  usePolled(
    batch_id,
    (id) => call(batch.get, { params: { id } }, { silent: true }),
    ({ act }) => {
      // After an undo there is no more information about it.
      if (act === null) onClose();
      else setProgress(act);
      if (act?.status === "running") return false;
      if (act) end(act);
      return true;
    },
  );
  const { status = "running", success = 0, failed = 0, errors = [], message = null } = progress ?? {};
  if (isHidden) return null;
  if (status === "running")
    return (
      <Dialog onClose={() => setHidden(true)} title={label}>
        <Progress value={((success + failed) / total) * 100} aria-label={t("进度")} />
        <Text size="sm" mt="sm" role="status">
          {t("已处理 {done}/{total} 条，关闭后继续进行", { done: success + failed, total })}
        </Text>
      </Dialog>
    );
  return (
    <Dialog onClose={onClose} title={t("{done} 条成功，{failed} 条失败", { done: success, failed })} size="lg">
      {message ? <Text c="var(--mantine-color-error)">{message}</Text> : null}
      {errors.length < failed ? <Note>{t("以下是前 {count} 条", { count: errors.length })}</Note> : null}
      {errors.length ? <FailedRows rows={errors} /> : null}
    </Dialog>
  );
}
