import { Text } from "@mantine/core";
import { useState } from "react";
import { Tag } from "~/app/blocks/detail/tag";
import { lazyPart } from "~/app/blocks/lazy-part";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import type { RowAction } from "~/app/blocks/row-action";
import { ThumbBar } from "~/app/blocks/thumb-bar";
import { nameOf } from "~/app/features/inquiry/assign-dialog";
import { InquiryStatusTag } from "~/app/features/inquiry/inquiry-status-tag";
import { t } from "~/app/i18n/t";
import type { InquiryDetail } from "~/contract/inquiry/inquiry-record";
import { type InquiryKind, inquiryKinds } from "~/contract/inquiry/inquiry-words";
import { useInquiryActs } from "./inquiry-acts";
import { ResponseClock } from "./inquiry-labels";

const EditDialog = lazyPart(() => import("./edit-dialog"), "EditDialog");

export const InquiryTags = ({ record }: { record: InquiryDetail }) => (
  <>
    <Tag color="cyan">{t(inquiryKinds[record.kind as InquiryKind] ?? record.kind)}</Tag>
    <InquiryStatusTag status={record.status} />
    {record.is_overdue ? <Tag color="red">{t("超时")}</Tag> : null}
  </>
);

export const InquiryHeadFacts = ({ record }: { record: InquiryDetail }) => (
  <Text size="sm" c="dimmed" component="div">
    {t("顾问 {name}", { name: record.assignee?.name ?? t("待分配") })} · <ResponseClock row={record} />
    {record.close_reason ? ` · ${t("关闭原因：{reason}", { reason: record.close_reason })}` : null}
  </Text>
);

export function InquiryActions({
  record,
  first = [],
}: {
  record: InquiryDetail;
  first?: readonly (RowAction | false)[];
}) {
  const acts = useInquiryActs();
  const [isEditing, setEditing] = useState(false);
  return (
    <ThumbBar>
      <RowActions
        isTall
        about={nameOf(record)}
        actions={[
          ...first,
          ...acts.actionsOf(record),
          record.can.edit && { label: t("编辑"), shortcut: "E", onSelect: () => setEditing(true) },
        ]}
      />
      {acts.dialog}
      {isEditing ? <EditDialog record={record} onClose={() => setEditing(false)} /> : null}
    </ThumbBar>
  );
}
