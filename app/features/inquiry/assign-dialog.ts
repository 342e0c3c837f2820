import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { namesOf } from "~/app/blocks/form/act/act-form";
import { t } from "~/app/i18n/t";
import { inquiry } from "~/contract/inquiry/inquiry";
import type { InquiryRow } from "~/contract/inquiry/inquiry-record";

export const nameOf = ({ name, inquiry_no }: Pick<InquiryRow, "name" | "inquiry_no">): string => name ?? inquiry_no;

export const recordOfInquiry = (row: Pick<InquiryRow, "id" | "name" | "inquiry_no">) => ({
  name: nameOf(row),
  to: `/inquiry/all-inquiry/inquiry-detail?id=${row.id}`,
});

export const aboutInquiries = (rows: readonly InquiryRow[]) =>
  t("询盘：{names}", {
    names: namesOf(rows.map(({ name, inquiry_no }) => (name ? `${name}（${inquiry_no}）` : inquiry_no))),
  });

export const assigneeField = { name: "assignee_id", perm: "inquiry:inquiry:handle" } as const;

export const assigning = actDialog({
  endpoint: inquiry.assign,
  submitLabel: "分配",
  about: (row: InquiryRow) => aboutInquiries([row]),
  fields: [assigneeField],
  input: ({ id }: InquiryRow) => ({ params: { id }, body: { action: "assign" as const } }),
  record: recordOfInquiry,
  success: () => t("已分配"),
});
