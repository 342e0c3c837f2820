import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { call } from "~/app/api/call";
import { toast } from "~/app/api/toast";
import { announceWrite } from "~/app/api/written";
import { t } from "~/app/i18n/t";
import { type BatchUndo, batch } from "~/contract/shared/batch";

/** Long enough to read it and to think again. */
const offeredFor = 10_000;

/** Says how an undo went. */
export function reportUndo({ status, success, failed, message }: Omit<BatchUndo, "id" | "total">): void {
  if (status === "failed") toast.error(message ?? t("撤销失败"));
  else if (failed === 0) toast.success(t("已撤销 {count} 条", { count: success }));
  else
    toast.error(t("已撤销 {count} 条，{kept} 条未撤销：{why}", { count: success, kept: failed, why: message ?? "" }));
}

/** Takes a bulk act back and says how that went; failures have been told by the call. */
async function undoBatch(id: number, onDone: () => void): Promise<void> {
  const reply = await call(batch.undo, { params: { id } }).catch(() => undefined);
  if (!reply) return;
  announceWrite();
  const counts = { success: reply.success.length, failed: reply.failed.length };
  reportUndo({ status: "done", ...counts, message: reply.failed[0]?.message ?? null });
  onDone();
}

/** Tells that a bulk act succeeded, with the way back. */
export function offerUndo(id: number, message: string, onDone: () => void): void {
  const notice = `batch-${id}`;
  notifications.show({
    id: notice,
    color: "teal",
    autoClose: offeredFor,
    closeButtonProps: { "aria-label": t("关闭") },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(notice);
            undoBatch(id, onDone);
          }}
        >
          {t("撤销")}
        </Button>
      </Group>
    ),
  });
}
