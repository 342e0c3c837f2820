import { call } from "~/app/api/call";
import { showActNotice } from "~/app/api/notice";
import { toast } from "~/app/api/toast";
import { announceWrite } from "~/app/api/written";
import { t } from "~/app/i18n/t";
import { type BatchUndo, batch } from "~/contract/shared/batch";

export function reportUndo({ status, success, failed, message }: Omit<BatchUndo, "id" | "total">): void {
  if (status === "failed") toast.error(message ?? t("撤销失败"));
  else if (failed === 0) toast.success(t("已撤销 {count} 条", { count: success }));
  else
    toast.error(t("已撤销 {count} 条，{kept} 条未撤销：{why}", { count: success, kept: failed, why: message ?? "" }));
}

async function undoBatch(id: number, onDone: () => void): Promise<void> {
  const reply = await call(batch.undo, { params: { id } }).catch(() => undefined);
  if (!reply) return;
  announceWrite();
  const counts = { success: reply.success.length, failed: reply.failed.length };
  reportUndo({ status: "done", ...counts, message: reply.failed[0]?.message ?? null });
  onDone();
}

export const offerUndo = (id: number, message: string, onDone: () => void): void =>
  showActNotice({
    id: `batch-${id}`,
    color: "teal",
    message,
    label: t("撤销"),
    onAct: () => void undoBatch(id, onDone),
  });
