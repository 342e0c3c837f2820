import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import classes from "~/app/blocks/detail/line.module.css";
import { Empty } from "~/app/blocks/feedback/states";
import { Pictures } from "~/app/features/album/pictures";
import { t } from "~/app/i18n/t";
import { type ClueLogAction, type ClueStatus, clueLogActions, clueStatuses } from "~/contract/clue/clue-kinds";
import type { ClueLog } from "~/contract/clue/clue-record";

export function ClueLine({ logs }: { logs: readonly ClueLog[] }) {
  if (logs.length === 0) return <Empty />;
  return (
    <ol className={`${classes.line} ${basic.list} ${basic.grid} ${basic.gap10}`}>
      {logs.map(({ id, action, from_status, to_status, by, at, note, media }) => (
        <li key={id}>
          <div className={classes.head}>
            <strong>{t(clueLogActions[action as ClueLogAction] ?? action)}</strong>
            {to_status && to_status !== from_status ? <span>→ {statusText(to_status)}</span> : null}
            <span>{by}</span>
            <time dateTime={at}>{formatInstant(at)}</time>
          </div>
          {note ? <p className={classes.text}>{note}</p> : null}
          <Pictures pictures={media} isSmall />
        </li>
      ))}
    </ol>
  );
}

const statusText = (status: string) => t(clueStatuses[status as ClueStatus] ?? status);
