import { NameLink } from "~/app/blocks/page-link";
import { InquiryStatusTag } from "~/app/features/inquiry/inquiry-status-tag";
import { t } from "~/app/i18n/t";
import type { InquiryBrief } from "~/contract/inquiry/inquiry-brief";
import { type InquiryKind, inquiryKinds } from "~/contract/inquiry/inquiry-words";
import { Entry } from "./entry";
import classes from "./timeline.module.css";

export function InquiryEntry({ row }: { row: InquiryBrief }) {
  const { id, inquiry_no, kind, status, content, estate, created_at, assignee } = row;
  return (
    <Entry
      kind="inquiry"
      at={created_at}
      what={
        <>
          <strong>{t(inquiryKinds[kind as InquiryKind] ?? kind)}</strong>
          <InquiryStatusTag status={status} />
        </>
      }
      who={assignee?.name}
    >
      {content ? <p className={classes.text}>{content}</p> : null}
      <p className={classes.more}>
        <NameLink to={`/inquiry/all-inquiry/inquiry-detail?id=${id}`}>{inquiry_no}</NameLink>
        {estate ? <span>{estate.name}</span> : null}
      </p>
    </Entry>
  );
}
