import "@mantine/core/styles/Progress.css";
import { Button, Group, Progress, Text } from "@mantine/core";
import { useRef, useState } from "react";
import { z } from "zod";
import type { CallInput } from "~/app/api/call";
import { download } from "~/app/api/download";
import { toast } from "~/app/api/toast";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { Note } from "~/app/blocks/feedback/note";
import { RecordForm } from "~/app/blocks/form/record-form";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { ExportDialogProps } from "~/app/blocks/slots";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import type { Endpoint } from "~/contract/endpoint";

const ExportsPanel = lazyPart(() => import("./exports-panel"), "ExportsPanel");

const sections = [{ fields: [{ name: "reason" as const, isWide: true }] }];

export function ExportDialog({ call, query, onClose }: ExportDialogProps) {
  const [progress, setProgress] = useState<{ loaded: number; total?: number }>();
  // Created when the transfer starts; not read before.
  const transfer = useRef<AbortController>(null as unknown as AbortController);
  const [isLooking, setIsLooking] = useState(false);
  const chosen = Array.isArray(query.ids) ? query.ids.length : undefined;
  const { reason } = (call.query as z.ZodObject).shape as Record<string, z.ZodType>;

  async function start(form: Record<string, unknown>) {
    transfer.current = new AbortController();
    const { signal } = transfer.current;
    setProgress({ loaded: 0 });
    const input = { query: { ...query, ...form } } as CallInput<Endpoint>;
    const isDone = await download(call, input, {
      signal,
      onProgress: (loaded, total) => setProgress({ loaded, total }),
    }).then(
      () => true,
      // Shown by the download, or cancelled below.
      () => false,
    );
    setProgress(undefined);
    if (!isDone) return;
    toast.success(t("导出完成"));
    onClose();
  }

  return (
    <Dialog
      onClose={() => {
        transfer.current?.abort();
        onClose();
      }}
      title={isLooking ? t("最近的导出") : t("导出")}
    >
      {isLooking ? null : (
        <Group justify="space-between" mb="md" gap="xs">
          <Note>
            {chosen === undefined
              ? t("导出当前筛选结果，操作会被记录。")
              : t("导出所选的 {count} 条记录，操作会被记录。", { count: formatNumber(chosen) })}
          </Note>
          {progress ? null : (
            <Button variant="subtle" size="compact-sm" onClick={() => setIsLooking(true)}>
              {t("最近的导出")}
            </Button>
          )}
        </Group>
      )}
      {isLooking ? (
        <ExportsPanel />
      ) : progress ? (
        <Transfer {...progress} onStop={() => transfer.current?.abort()} />
      ) : reason ? (
        <RecordForm
          form={{
            schema: z.object({ reason }),
            sections,
            value: {},
            pending: false,
            submitLabel: t("导出"),
            onSubmit: start,
          }}
          onCancel={onClose}
        />
      ) : (
        <Group justify="flex-end">
          <Button onClick={() => start({})}>{t("导出")}</Button>
        </Group>
      )}
    </Dialog>
  );
}

function Transfer({ loaded, total, onStop }: { loaded: number; total?: number; onStop: () => void }) {
  const kilobytes = t("已接收 {size} KB", { size: formatNumber(Math.ceil(loaded / 1024)) });
  const percent = total ? Math.round((loaded / total) * 100) : undefined;
  return (
    <>
      <Progress value={percent ?? 100} animated={percent === undefined} aria-label={t("导出进度")} />
      <Group justify="space-between" mt="sm">
        <Text size="sm" role="status">
          {percent === undefined ? kilobytes : `${kilobytes} · ${percent}%`}
        </Text>
        <Button variant="default" size="compact-sm" onClick={onStop}>
          {t("停止")}
        </Button>
      </Group>
    </>
  );
}
