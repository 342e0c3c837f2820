import { formatInstant } from "~/app/blocks/detail/format";
import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { Empty } from "~/app/blocks/feedback/states";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { type InquiryKind, type InquiryStatus, inquiryKinds, inquiryStatuses } from "~/contract/inquiry/inquiry-kinds";
import type { InquiryRow } from "~/contract/inquiry/inquiry-record";
import classes from "./inquiry-line.module.css";

/** Waits for somebody, under way, done, over. */
const colors: Readonly<Record<string, TagColor>> = {
  pending: "orange",
  assigned: "orange",
  processing: "brand",
  converted: "green",
  invalid: "gray",
};

export function InquiryStatusTag({ status }: { status: string }) {
  return <Tag color={colors[status]}>{t(inquiryStatuses[status as InquiryStatus] ?? status)}</Tag>;
}

/** Inquiries in a few words each, which lead to their pages. */
export function InquiryBriefs({ rows }: { rows: readonly InquiryRow[] }) {
  if (rows.length === 0) return <Empty title={t("没有询盘")} />;
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
