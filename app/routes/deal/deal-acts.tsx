import { useNavigate } from "@remix-run/react";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { dealPath } from "~/app/features/deal/deal-paths";
import { t } from "~/app/i18n/t";
import { deal } from "~/contract/deal/deal";
import type { DealRow } from "~/contract/deal/deal-record";
import type { DealActName } from "./deal-dialogs";
import type { EditDeal } from "./deal-edit";
import { approval, recordOfDeal, removal, withdrawal } from "./deal-questions";

const DealAct = lazyPart(() => import("./deal-act"), "DealAct");

interface ActsOptions {
  onEdit: EditDeal;
  onGone?: (() => void) | undefined;
  /** Follows a decision about one: on to the next that waits. */
  onDecided?: (() => void) | undefined;
}

export function useDealActs({ onEdit, onGone, onDecided }: ActsOptions) {
  const navigate = useNavigate();
  const { run, pending, show, afterQuestion, dialog } = useActs();
  const dealAct = (
    label: string,
    act: DealActName,
    { id }: DealRow,
    button: Partial<RowAction> = {},
    after?: () => void,
  ) => show(label, (onClose) => <DealAct {...{ act, id, onClose }} onDone={closing(onClose, after)} />, button);
  const submit = (row: DealRow) =>
    run(
      deal.submit,
      { params: { id: row.id }, body: { version: row.version } },
      {
        success: t("已提交审核"),
        record: recordOfDeal(row),
        // What is missing is filled in where it belongs.
        onError: ({ fields }) => fields.length && onEdit(row.id, fields),
      },
    );
  return {
    pending,
    actionsOf: (row: DealRow): (RowAction | false)[] => {
      const { id, version, can, blocked, missing } = row;
      const input = { params: { id }, body: { version } };
      return [
        can.review &&
          afterQuestion(
            deal.approve,
            input,
            { ...approval(row), onSuccess: () => onDecided?.() },
            { isPrimary: true, blocked: blocked.approve },
          ),
        can.review && dealAct(t("驳回"), "reject", row, {}, onDecided),
        can.review_change && {
          label: t("审核变更"),
          isPrimary: true,
          onSelect: () => navigate(dealPath(id, "changes")),
        },
        can.edit && { label: t("编辑"), shortcut: "E", onSelect: () => onEdit(id) },
        // What a submission would be refused for is filled in first.
        can.submit &&
          (missing.length
            ? { label: t("补全资料"), isPrimary: true, onSelect: () => onEdit(id, missing) }
            : { label: t("提交审核"), isPrimary: true, onSelect: () => submit(row) }),
        can.contract &&
          dealAct(t("签约"), "contract", row, { isPrimary: !can.review_change, blocked: blocked.contract }),
        can.complete &&
          dealAct(t("交割"), "complete", row, { isPrimary: !can.review_change, blocked: blocked.complete }),
        can.loan_paid && dealAct(t("登记放款"), "loan_paid", row),
        can.attach && dealAct(t("上传附件"), "attach", row),
        can.change && dealAct(t("申请变更"), "change", row),
        can.withdraw && afterQuestion(deal.withdraw, input, withdrawal(row)),
        can.cancel &&
          dealAct(row.status === "contracted" ? t("退房") : t("退订"), "cancel", row, {
            isDanger: true,
            isApart: true,
          }),
        can.delete &&
          afterQuestion(
            deal.remove,
            { params: { id } },
            { ...removal(row), onSuccess: () => onGone?.() },
            { isDanger: true, isApart: true, blocked: blocked.delete },
          ),
      ];
    },
    dialog,
  };
}

const closing = (close: () => void, after?: () => void) => () => {
  close();
  after?.();
};
