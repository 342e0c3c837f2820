import "@mantine/core/styles/Alert.css";
import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/Progress.css";
import "@mantine/core/styles/Table.css";
import { Alert, Anchor, Checkbox, Progress, Stack, Table, Text } from "@mantine/core";
import type { CallInput } from "~/app/api/call";
import { download } from "~/app/api/download";
import { Note } from "~/app/blocks/feedback/note";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import type { Endpoint } from "~/contract/endpoint";
import type { BatchUndo } from "~/contract/shared/batch";
import type { ImportTask } from "~/contract/shared/import-task";
import { type ImportWithin, taskParams } from "./use-import";

const shownErrors = 100;

export function ImportProgress({ task }: { task: ImportTask }) {
  const { total, success, failed, dry_run } = task;
  const percent = total ? Math.min(100, Math.round(((success + failed) / total) * 100)) : 0;
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {dry_run ? t("正在预检 {name}", { name: task.name }) : t("正在导入 {name}", { name: task.name })}
        {" · "}
        {t("已处理 {count} 行，失败 {failed} 行", {
          count: formatNumber(success + failed),
          failed: formatNumber(failed),
        })}
      </Text>
      <Progress value={percent} animated aria-label={t("导入进度")} />
      <Note>{t("可以关闭窗口，导入会继续进行；重新打开即可查看进度。")}</Note>
    </Stack>
  );
}

interface ReportProps {
  task: ImportTask;
  isUndone: boolean;
  errors: Endpoint;
  within?: ImportWithin;
}

export function ImportReport({ task, isUndone, errors, within }: ReportProps) {
  const { status, dry_run, success, failed } = task;
  const counts = {
    total: formatNumber(success + failed),
    success: formatNumber(success),
    failed: formatNumber(failed),
  };
  const color = isUndone ? "gray" : status === "failed" ? "red" : failed === 0 ? "teal" : "orange";
  return (
    <Stack gap="sm">
      <Alert color={color} role="status" title={isUndone ? t("导入已撤销") : titleOf(task)}>
        {dry_run
          ? t("共 {total} 行，可导入 {success} 行，失败 {failed} 行。", counts)
          : isUndone
            ? t("共 {total} 行，曾导入 {success} 行，失败 {failed} 行。", counts)
            : t("共 {total} 行，已导入 {success} 行，失败 {failed} 行。", counts)}
      </Alert>
      {failed ? (
        <>
          <div style={{ maxHeight: "40vh", overflow: "auto" }}>
            <Table stickyHeader verticalSpacing={6}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w={72}>{t("行号")}</Table.Th>
                  <Table.Th w={140}>{t("列")}</Table.Th>
                  <Table.Th>{t("原因")}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {task.errors.map(({ row, field, message }) => (
                  <Table.Tr key={row}>
                    <Table.Td>{row}</Table.Td>
                    <Table.Td>{field}</Table.Td>
                    <Table.Td c="var(--mantine-color-error)">{message}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
          {task.error_file ? (
            <Text size="sm">
              {failed > shownErrors ? t("仅显示前 {count} 行。", { count: shownErrors }) : null}
              <Anchor component="button" type="button" size="sm" onClick={() => fetchErrors(errors, task, within)}>
                {t("下载失败记录，修改后可再次导入")}
              </Anchor>
            </Text>
          ) : null}
        </>
      ) : null}
    </Stack>
  );
}

interface NotesProps {
  task: ImportTask;
  skipsHidden: boolean;
  onSkip: (skips: boolean) => void;
  onMap: () => void;
}

const shownColumns = 12;

export function FileNotes({ task: { columns, hidden }, skipsHidden, onSkip, onMap }: NotesProps) {
  const left = columns?.left_out ?? [];
  const more = left.length > shownColumns ? t("等{count}列", { count: left.length }) : "";
  return (
    <Stack gap="xs">
      {hidden ? (
        <Checkbox
          checked={!skipsHidden}
          onChange={(event) => onSkip(!event.currentTarget.checked)}
          label={t("文件中有 {count} 行被筛选或隐藏：一并导入", { count: formatNumber(hidden) })}
        />
      ) : null}
      <Note>
        {left.length
          ? t("不导入的列：{columns}", { columns: left.slice(0, shownColumns).join("、") + more })
          : t("各列均已对应。")}{" "}
        <Anchor component="button" type="button" size="sm" onClick={onMap}>
          {t("调整列对应")}
        </Anchor>
      </Note>
    </Stack>
  );
}

export function UndoReport({ state }: { state: BatchUndo }) {
  const { status, total, success, failed, message } = state;
  const counts = { done: formatNumber(success + failed), total: formatNumber(total), failed: formatNumber(failed) };
  const said =
    status === "running"
      ? t("正在撤销：已处理 {done} / {total} 条，可以关闭窗口", counts)
      : status === "failed"
        ? (message ?? t("撤销失败"))
        : failed === 0
          ? t("已撤销 {count} 条", { count: formatNumber(success) })
          : t("已撤销 {count} 条，{failed} 条未撤销", { count: formatNumber(success), failed: counts.failed });
  const percent = total ? Math.round(((success + failed) / total) * 100) : 0;
  return (
    <Stack gap="xs" w="100%">
      <Text size="sm" role="status" c={status === "failed" ? "var(--mantine-color-error)" : undefined}>
        {said}
      </Text>
      {status === "running" ? <Progress value={percent} animated aria-label={t("撤销进度")} /> : null}
    </Stack>
  );
}

function fetchErrors(errors: Endpoint, { id }: ImportTask, within: ImportWithin | undefined) {
  // Any resource's `errors` names its task so; the download shows its own failure.
  return download(errors, { params: taskParams(id, within) } as unknown as CallInput<Endpoint>).catch(() => undefined);
}

function titleOf({ status, dry_run, message, failed }: ImportTask): string {
  if (status === "failed") return message ?? t("导入失败");
  if (dry_run) return failed ? t("预检完成，部分数据有问题") : t("预检通过");
  return t("导入完成");
}
