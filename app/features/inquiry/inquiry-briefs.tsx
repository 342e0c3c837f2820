import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import classes from "~/app/blocks/detail/line.module.css";
import { Empty } from "~/app/blocks/feedback/states";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import type { InquiryRow } from "~/contract/inquiry/inquiry-record";
import { type InquiryKind, inquiryKinds } from "~/contract/inquiry/inquiry-words";
import { InquiryStatusTag } from "./inquiry-status-tag";

export function InquiryBriefs({ rows }: { rows: readonly InquiryRow[] }) {
  if (rows.length === 0) return <Empty title={t("没有询盘")} />;
  return (
    <ul className={`${classes.line} ${basic.list} ${basic.grid} ${basic.gap10}`}>
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
