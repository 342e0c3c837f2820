import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { type InquiryStatus, inquiryStatuses } from "~/contract/inquiry/inquiry-words";

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
