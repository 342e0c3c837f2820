import { useRevalidator } from "@remix-run/react";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import classes from "~/app/blocks/detail/entries.module.css";
import { useCall } from "~/app/blocks/detail/use-async";
import { Note } from "~/app/blocks/feedback/note";
import { Empty } from "~/app/blocks/feedback/states";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { batch } from "~/contract/shared/batch";
import { BatchItem } from "./batch-item";

export function BatchesPanel() {
  const { answer, hasFailed, again } = useCall(batch.list, { query: { page_size: 100 } });
  const { id } = useProfile();
  const { revalidate } = useRevalidator();
  const done = () => {
    again();
    revalidate();
  };
  return (
    <AsyncPart answer={answer} hasFailed={hasFailed && !answer} again={again} shape="list">
      {(page) => (
        <>
          <Note>
            {t("最近 {hours} 小时内的批量操作可以撤销。", { hours: page.hours })}
            {page.total > page.list.length ? t("仅显示最近 {count} 次。", { count: page.list.length }) : null}
          </Note>
          {page.list.length === 0 ? <Empty title={t("暂无可撤销的批量操作")} /> : null}
          <ul className={classes.list} aria-label={t("批量操作")}>
            {page.list.map((row) => (
              <BatchItem key={row.id} row={row} isNamed={page.list.some(({ user }) => user.id !== id)} onDone={done} />
            ))}
          </ul>
        </>
      )}
    </AsyncPart>
  );
}
