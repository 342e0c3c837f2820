import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { type ApplicationRow, applicationStatuses, applicationTypes } from "~/contract/house/mansion-application";

export const typeColors: Readonly<Record<string, TagColor>> = { create: "brand", correct: "cyan", claim: "cyan" };
export const statusColors: Readonly<Record<string, TagColor>> = {
  pending: "orange",
  confirmed: "green",
  merged: "green",
  rejected: "red",
};

export const ApplicationTags = ({ row: { type, status } }: { row: Pick<ApplicationRow, "type" | "status"> }) => (
  <>
    <Tag color={typeColors[type]}>{t(applicationTypes[type as keyof typeof applicationTypes] ?? type)}</Tag>
    <Tag color={statusColors[status]}>
      {t(applicationStatuses[status as keyof typeof applicationStatuses] ?? status)}
    </Tag>
  </>
);
