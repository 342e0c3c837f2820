import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { type StatementStatus, statementStatuses } from "~/contract/clue/statement-kinds";

const colors: Readonly<Record<StatementStatus, TagColor>> = {
  draft: "gray",
  sent: "orange",
  disputed: "red",
  confirmed: "brand",
  invoiced: "brand",
  paid: "green",
  void: "gray",
};

export const StatementTag = ({ status }: { status: StatementStatus }) => (
  <Tag color={colors[status]}>{t(statementStatuses[status])}</Tag>
);
