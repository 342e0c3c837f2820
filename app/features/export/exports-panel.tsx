import { useEffect } from "react";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import classes from "~/app/blocks/detail/entries.module.css";
import { useCall } from "~/app/blocks/detail/use-async";
import { Note } from "~/app/blocks/feedback/note";
import { Empty } from "~/app/blocks/feedback/states";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { exportDays, exportTask } from "~/contract/shared/export-task";
import { ExportItem } from "./export-item";

const pollEvery = 3_000;

export function ExportsPanel() {
  const { answer, hasFailed, again } = useCall(exportTask.list, { query: { page_size: 50 } });
  const { id } = useProfile();
  const isRunning = answer?.list.some(({ status }) => status === "running");

  // The server sends no event: polled while a file is being made.
  useEffect(() => {
    if (!isRunning || !answer) return;
    const timer = setTimeout(again, pollEvery);
    return () => clearTimeout(timer);
  }, [isRunning, answer, again]);

  return (
    <AsyncPart answer={answer} hasFailed={hasFailed && !answer} again={again} shape="list">
      {({ list, total }) => (
        <>
          <Note>
            {t("导出的文件保留 {days} 天，每次下载都会被记录。", { days: exportDays })}
            {total > list.length ? t("仅显示最近 {count} 次。", { count: list.length }) : null}
          </Note>
          {list.length === 0 ? <Empty title={t("最近没有导出")} /> : null}
          <ul className={classes.list} aria-label={t("最近的导出")}>
            {list.map((row) => (
              <ExportItem key={row.id} row={row} isNamed={list.some(({ user }) => user.id !== id)} onDone={again} />
            ))}
          </ul>
        </>
      )}
    </AsyncPart>
  );
}
