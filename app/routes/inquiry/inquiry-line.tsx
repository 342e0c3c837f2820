import { formatInstant } from "~/app/blocks/detail/format";
import { Empty } from "~/app/blocks/feedback/states";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { type InquiryKind, inquiryKinds } from "~/contract/inquiry/inquiry-kinds";
import { type InquiryLog, type InquiryRow, type LogAction, logActions } from "~/contract/inquiry/inquiry-record";
import { InquiryStatusTag } from "./inquiry-labels";
import classes from "./inquiry-line.module.css";

/** What became of an inquiry, newest first. */
export function InquiryLine({ logs }: { logs: readonly InquiryLog[] }) {
  if (logs.length === 0) return <Empty />;
  return (
    <ol className={classes.line}>
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

/** Other inquiries of the same person. */
export function RelatedInquiries({ rows }: { rows: readonly InquiryRow[] }) {
  if (rows.length === 0) return <Empty title={t("没有其他询盘")} />;
  return (
    <ul className={classes.line}>
      {rows.map(({ id, inquiry_no, kind, status, content, created_at, assignee }) => (
        <li key={id}>
          <div className={classes.head}>
            <Link to={`/inquiry/all-inquiry/inquiry-detail?id=${id}`}>{inquiry_no}</Link>
            <span>{t(inquiryKinds[kind as InquiryKind] ?? kind)}</span>
            <InquiryStatusTag status={status} />
            <span>{assignee?.name ?? t("待分配")}</span>
            <time dateTime={created_at}>{formatInstant(created_at)}</time>
          </div>
          {content ? <p className={classes.text}>{content}</p> : null}
        </li>
      ))}
    </ul>
  );
}
