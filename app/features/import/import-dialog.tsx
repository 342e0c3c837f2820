import { Anchor, Button, Group, Progress, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import type { CallInput } from "~/app/api/call";
import { download } from "~/app/api/download";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Dialog, DialogFoot } from "~/app/blocks/feedback/dialog";
import { Note } from "~/app/blocks/feedback/note";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import type { Endpoint } from "~/contract/endpoint";
import type { ImportTask } from "~/contract/shared/import-task";
import { useUndo } from "../undo/use-undo";
import { ColumnsStep } from "./columns-step";
import classes from "./import-dialog.module.css";
import { FileNotes, ImportProgress, ImportReport, UndoReport } from "./import-report";
import { type ImportCalls, type ImportWithin, useImport } from "./use-import";

interface ImportDialogProps {
  title: string;
  calls: ImportCalls;
  within?: ImportWithin;
  query: Record<string, unknown>;
  options?: ReactNode;
  result?: (task: ImportTask) => ReactNode;
  onDone: () => void;
  onClose: () => void;
}

export function ImportDialog({ title, calls, within, query, options, result, onDone, onClose }: ImportDialogProps) {
  const { file, sent, task, last, said, start, choose, show } = useImport({ calls, within, query, onDone });
  const [isMapping, setIsMapping] = useState(false);
  const isRunning = task?.status === "running";
  // Only a file that is here can be sent again.
  const columns = file && sent === undefined ? (task?.columns ?? undefined) : undefined;
  const isAsked = columns !== undefined && (columns.is_open || isMapping);
  const again = (more: Parameters<typeof start>[1]) => {
    setIsMapping(false);
    start(true, more);
  };
  return (
    <Dialog onClose={onClose} title={title} size="lg" closeOnClickOutside={false}>
      <Stack>
        {task || sent !== undefined ? null : (
          <>
            <Templates calls={calls} within={within} />
            <FileDrop file={file} onChoose={choose} />
            {options}
            {last ? <LastImport task={last} onShow={() => show(last)} /> : null}
          </>
        )}
        {sent === undefined ? null : <Sending percent={sent} />}
        {isAsked ? (
          <ColumnsStep
            columns={columns}
            why={columns.is_open ? (task?.message ?? null) : null}
            onBack={() => (columns.is_open ? choose(undefined) : setIsMapping(false))}
            onChosen={(chosen) => again({ chosen })}
          />
        ) : null}
        {task && sent === undefined && !isAsked ? (
          isRunning ? (
            <ImportProgress task={task} />
          ) : (
            <Ended
              key={task.id}
              task={task}
              file={file}
              report={(isUndone) => (
                <>
                  <ImportReport task={task} isUndone={isUndone} errors={calls.errors} within={within} />
                  {columns ? (
                    <FileNotes
                      task={task}
                      skipsHidden={said.skipsHidden}
                      onSkip={(skipsHidden) => again({ skipsHidden })}
                      onMap={() => setIsMapping(true)}
                    />
                  ) : null}
                  {result?.(task)}
                </>
              )}
              onAgain={() => choose(undefined)}
              onImport={() => start(false)}
              onDone={onDone}
              onClose={onClose}
            />
          )
        ) : null}
        {sent === undefined && !task ? (
          <DialogFoot onClose={onClose}>
            <Button disabled={!file} onClick={() => start(true)}>
              {t("预检")}
            </Button>
          </DialogFoot>
        ) : null}
      </Stack>
    </Dialog>
  );
}

function Templates({ calls: { template }, within }: { calls: ImportCalls; within: ImportWithin | undefined }) {
  const fetchAs = (format: string) =>
    // The caller of `within` guarantees that the addresses have it.
    download(template, { params: within, query: { format } } as CallInput<Endpoint>).catch(() => undefined);
  return (
    <Note>
      {t("请按模板填写，支持 xlsx 和 csv。下载模板：")}
      {["xlsx", "csv"].map((format) => (
        <Anchor
          key={format}
          component="button"
          type="button"
          size="sm"
          mr="sm"
          underline="always"
          onClick={() => fetchAs(format)}
        >
          {format}
        </Anchor>
      ))}
    </Note>
  );
}

function FileDrop({ file, onChoose }: { file: File | undefined; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const choose = (files: FileList | null) => {
    const [first] = files ?? [];
    if (first) onChoose(first);
  };
  return (
    <div>
      <UnstyledButton
        className={`${classes.drop} ${basic.row} ${basic.centered} ${basic.gap6}`}
        data-over={isOver || undefined}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          choose(event.dataTransfer.files);
        }}
      >
        <IconFileSpreadsheet size={32} stroke={1.4} aria-hidden />
        {file ? (
          <>
            <Text size="sm">{file.name}</Text>
            <Text size="xs" c="dimmed">
              {t("{size} KB，点击可更换", { size: formatNumber(Math.ceil(file.size / 1024)) })}
            </Text>
          </>
        ) : (
          <Text size="sm">{t("点击选择文件，或把文件拖到这里")}</Text>
        )}
      </UnstyledButton>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,.csv"
        aria-label={t("选择文件")}
        onChange={(event) => {
          choose(event.currentTarget.files);
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}

const LastImport = ({ task, onShow }: { task: ImportTask; onShow: () => void }) => (
  <Note>
    {t("上次：{name}（{at}）", { name: task.name, at: formatInstant(task.created_at) })}{" "}
    <Anchor component="button" type="button" size="sm" underline="always" onClick={onShow}>
      {t("查看结果")}
    </Anchor>
  </Note>
);

const Sending = ({ percent }: { percent: number }) => (
  <Stack gap="xs">
    <Text size="sm" role="status">
      {t("正在上传文件 {percent}%", { percent })}
    </Text>
    <Progress value={percent} aria-label={t("上传进度")} />
  </Stack>
);

interface EndedProps {
  task: ImportTask;
  file: File | undefined;
  report: (isUndone: boolean) => ReactNode;
  onAgain: () => void;
  onImport: () => void;
  onDone: () => void;
  onClose: () => void;
}

function Ended({ task, file, report, onAgain, onImport, onDone, onClose }: EndedProps) {
  const { dry_run, batch_id, success, status } = task;
  const { state, isAsking, undo } = useUndo(batch_id, onDone);
  const mayImport = dry_run && status === "done" && file !== undefined;
  const isUndoing = state?.status === "running";
  const isUndone = state?.status === "done";
  return (
    <>
      {report(isUndone)}
      <Group justify="flex-end">
        {state && state.status !== "none" ? <UndoReport state={state} /> : null}
        <Button variant="default" onClick={onAgain} disabled={isUndoing}>
          {t("重新选择文件")}
        </Button>
        {batch_id !== null && !isUndoing && !isUndone ? (
          <Button variant="default" loading={isAsking} onClick={undo}>
            {state?.status === "failed" ? t("继续撤销") : t("撤销")}
          </Button>
        ) : null}
        {mayImport ? (
          <Button disabled={success === 0} onClick={onImport}>
            {t("导入 {count} 行", { count: formatNumber(success) })}
          </Button>
        ) : (
          <Button onClick={onClose}>{isUndoing ? t("关闭") : t("完成")}</Button>
        )}
      </Group>
    </>
  );
}
