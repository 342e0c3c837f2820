import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import type { RowAction } from "~/app/blocks/row-action";
import { t } from "~/app/i18n/t";
import { type TransferRow, type TransferStatus, transferStatuses } from "~/contract/customer/transfer";
import { Entry } from "./entry";
import classes from "./timeline.module.css";

const colors: Partial<Record<TransferStatus, TagColor>> = { pending: "orange", approved: "green", rejected: "red" };

export function RequestEntry({ row }: { row: TransferRow }) {
  const { can, status, applicant, reason, reject_reason } = row;
  // Decided where all of them wait.
  const inbox: RowAction | false = (can.approve || can.cancel) && {
    label: can.approve ? t("去处理") : t("查看申请"),
    to: `/customer/customerInfor?view=transfer${can.approve ? "" : "&mine=1"}`,
  };
  return (
    <Entry
      kind="transfer"
      at={row.created_at}
      what={
        <>
          <strong>{t("申请转移")}</strong>
          <Tag color={colors[status]}>{t(transferStatuses[status])}</Tag>
        </>
      }
      who={applicant.name}
      about={t("{applicant}的转移申请", { applicant: applicant.name })}
      actions={[inbox]}
    >
      <p className={classes.more}>
        <span>{t("理由：{reason}", { reason })}</span>
        {reject_reason ? <span>{t("驳回原因：{reason}", { reason: reject_reason })}</span> : null}
      </p>
    </Entry>
  );
}
