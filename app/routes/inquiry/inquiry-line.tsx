import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import classes from "~/app/blocks/detail/line.module.css";
import { Empty } from "~/app/blocks/feedback/states";
import { t } from "~/app/i18n/t";
import { type InquiryLog, type LogAction, logActions } from "~/contract/inquiry/inquiry-record";

export function InquiryLine({ logs }: { logs: readonly InquiryLog[] }) {
  if (logs.length === 0) return <Empty />;
  return (
    <ol className={`${classes.line} ${basic.list} ${basic.grid} ${basic.gap10}`}>
      {logs.map(({ id, action, by, at, reason }) => (
        <li key={id}>
          <div className={classes.head}>
            <strong>{t(logActions[action as LogAction] ?? action)}</strong>
            <span>{by}</span>
            <time dateTime={at}>{formatInstant(at)}</time>
          </div>
          {reason ? <p className={classes.text}>{reason}</p> : null}
        </li>
      ))}
    </ol>
  );
}
