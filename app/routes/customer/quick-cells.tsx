import type { ReactNode } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import { EditCell } from "~/app/blocks/list/row/edit-cell";
import { t } from "~/app/i18n/t";
import type { CustomerRow } from "~/contract/customer/customer-record";
import type { QuickPart } from "./quick-form";

const QuickForm = lazyPart(() => import("./quick-form"), "QuickForm");

interface CellProps {
  row: CustomerRow;
  /** See `EditCell`. */
  isButton?: boolean;
  children: ReactNode;
}

function Quick({ row, part, label, isButton, children }: CellProps & { part: QuickPart; label: string }) {
  if (!row.can.edit) return children;
  return (
    <EditCell label={label} isButton={isButton} form={(close) => <QuickForm part={part} row={row} onClose={close} />}>
      {children}
    </EditCell>
  );
}

export const EditStanding = (props: CellProps) => (
  <Quick {...props} part="standing" label={t("修改{name}的等级和阶段", { name: props.row.name })} />
);
export const EditNext = (props: CellProps) => (
  <Quick {...props} part="next" label={t("修改{name}的下次跟进", { name: props.row.name })} />
);
export const EditTags = (props: CellProps) => (
  <Quick {...props} part="tags" label={t("修改{name}的标签", { name: props.row.name })} />
);
