import "@mantine/core/styles/Progress.css";
import { Button, Group, Modal, Progress, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { z } from "zod";
import type { CallInput } from "~/app/api/call";
import { download } from "~/app/api/download";
import { toast } from "~/app/api/toast";
import { t } from "~/app/i18n/t";
import type { Endpoint } from "~/contract/endpoint";
import { Can } from "./can";
import { formatNumber } from "./format";
import { LazyRecordForm } from "./lazy-record-form";

interface ExportButtonProps {
  /** An endpoint that answers a file; where its query has a `reason`, that is asked for first. */
  call: Endpoint;
  /** The list's filter and sort. */
  query: Record<string, unknown>;
}

/** 导出: what the present filter finds, as a file, after the reason; with the progress of the transfer, and a way to stop it. */
export function ExportButton({ call, query }: ExportButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Can call={call}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t("导出")}
      </Button>
      {isOpen ? <ExportDialog call={call} query={query} onClose={() => setIsOpen(false)} /> : null}
    </Can>
  );
}

const sections = [{ fields: [{ name: "reason" as const, isWide: true }] }];

function ExportDialog({ call, query, onClose }: ExportButtonProps & { onClose: () => void }) {
  const [progress, setProgress] = useState<{ loaded: number; total?: number }>();
  const transfer = useRef<AbortController>(null as unknown as AbortController);
  const { reason } = (call.query as z.ZodObject).shape as Record<string, z.ZodType>;

  async function start(asked: Record<string, unknown>) {
    transfer.current = new AbortController();
    const { signal } = transfer.current;
    setProgress({ loaded: 0 });
    const input = { query: { ...query, ...asked } } as CallInput<Endpoint>;
    const isDone = await download(call, input, {
      signal,
      onProgress: (loaded, total) => setProgress({ loaded, total }),
    }).then(
      () => true,
      // Told by the download, or given up below.
      () => false,
    );
    setProgress(undefined);
    if (!isDone) return;
    toast.success(t("导出完成"));
    onClose();
  }

  return (
    <Modal
      opened
      onClose={() => {
        transfer.current?.abort();
        onClose();
      }}
      title={t("导出")}
      closeButtonProps={{ "aria-label": t("关闭") }}
      centered
    >
      <Text size="sm" c="dimmed" mb="md">
        {t("导出当前筛选结果，操作会被记录。")}
      </Text>
      {progress ? (
        <Transfer {...progress} onStop={() => transfer.current?.abort()} />
      ) : reason ? (
        <LazyRecordForm
          schema={z.object({ reason })}
          sections={sections}
          value={{}}
          pending={false}
          submitLabel={t("导出")}
          onSubmit={start}
          onCancel={onClose}
        />
      ) : (
        <Group justify="flex-end">
          <Button onClick={() => start({})}>{t("导出")}</Button>
        </Group>
      )}
    </Modal>
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
