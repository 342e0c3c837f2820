import { Button } from "@mantine/core";
import { useState } from "react";
import { call } from "~/app/api/call";
import { download, downloadLink } from "~/app/api/download";
import { toast } from "~/app/api/toast";
import basic from "~/app/basic.module.css";
import classes from "~/app/blocks/detail/entries.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import { formatBytes } from "~/contract/format";
import { type ExportRow, type ExportStatus, exportStatuses, exportTask } from "~/contract/shared/export-task";

const colors: Readonly<Record<ExportStatus, TagColor>> = {
  running: "brand",
  done: "green",
  expired: "gray",
  failed: "red",
};

export function ExportItem({ row, isNamed, onDone }: { row: ExportRow; isNamed: boolean; onDone: () => void }) {
  const [pending, setPending] = useState<"download" | "again">();
  const { title, status, row_count, size, reason, message, user, can, created_at, expires_at } = row;
  // The contract's own values, which a reply's type widens to a string.
  const state = status as ExportStatus;
  const facts = [
    formatInstant(created_at),
    isNamed && user.name,
    t("{count} 条", { count: formatNumber(row_count) }),
    size !== null && state === "done" && formatBytes(size),
    reason,
    can.download && t("保留至 {time}", { time: formatInstant(expires_at) }),
  ];

  async function take(which: "download" | "again", done: string): Promise<void> {
    setPending(which);
    const params = { id: row.id };
    const act =
      which === "download"
        ? download(exportTask.file, { params })
        : call(exportTask.again, { params }).then((link) => downloadLink(link));
    const isDone = await act.then(
      () => true,
      () => false,
    );
    setPending(undefined);
    if (isDone) toast.success(done);
    if (which === "again" || !isDone) onDone();
  }

  return (
    <li className={`${classes.item} ${basic.column} ${basic.gap4} ${basic.overlined}`}>
      <div className={`${classes.head} ${basic.flex} ${basic.baseline} ${basic.gap8}`}>
        <strong>{title}</strong>
        <Tag color={colors[state]}>{t(exportStatuses[state])}</Tag>
      </div>
      <span className={`${basic.dim} ${basic.size13}`}>{facts.filter(Boolean).join(" · ")}</span>
      {message ? <span className={`${basic.dim} ${basic.size13}`}>{t(message)}</span> : null}
      <div className={`${basic.flex} ${basic.end} ${basic.gap8} ${basic.touches}`}>
        {can.again ? (
          <Button
            variant="default"
            size="compact-sm"
            loading={pending === "again"}
            disabled={pending !== undefined}
            onClick={() => void take("again", t("导出完成"))}
          >
            {t("再次导出")}
          </Button>
        ) : null}
        {can.download ? (
          <Button
            variant="default"
            size="compact-sm"
            loading={pending === "download"}
            disabled={pending !== undefined}
            onClick={() => void take("download", t("下载完成"))}
          >
            {t("下载")}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
