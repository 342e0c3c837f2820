import { useNavigate } from "@remix-run/react";
import { type ReactElement, useState } from "react";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
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
  /** Opens its form, with what it was refused for. */
  onEdit: EditDeal;
  /** It is no more. */
  onGone?: (() => void) | undefined;
  /** Follows a decision about one: on to the next that waits. */
  onDecided?: (() => void) | undefined;
}

/** What one may do with deals, by what the server allows, and the dialogs that ask for the rest. */
export function useDealActs({ onEdit, onGone, onDecided }: ActsOptions) {
  const navigate = useNavigate();
  const { run, pending } = useAct();
  const { confirm, dialog: question } = useConfirm();
  const [dialog, setDialog] = useState<ReactElement>();
  const close = () => setDialog(undefined);
  const ask = (act: DealActName, { id }: Pick<DealRow, "id">, onDone?: () => void) =>
    setDialog(
      <DealAct
        key={act}
        act={act}
        id={id}
        onDone={() => {
          close();
          onDone?.();
        }}
        onClose={close}
      />,
    );
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
    /** The acts on one, the due one first. */
    actionsOf: (row: DealRow): (RowAction | false)[] => {
      const { id, version, can, blocked, missing } = row;
      const input = { params: { id }, body: { version } };
      return [
        can.review && {
          label: t("通过"),
          isPrimary: true,
          blocked: blocked.approve,
          onSelect: () => confirm(deal.approve, input, { ...approval(row), onSuccess: () => onDecided?.() }),
        },
        can.review && { label: t("驳回"), onSelect: () => ask("reject", row, onDecided) },
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
        can.contract && {
          label: t("签约"),
          isPrimary: !can.review_change,
          blocked: blocked.contract,
          onSelect: () => ask("contract", row),
        },
        can.complete && {
          label: t("交割"),
          isPrimary: !can.review_change,
          blocked: blocked.complete,
          onSelect: () => ask("complete", row),
        },
        can.loan_paid && { label: t("登记放款"), onSelect: () => ask("loan_paid", row) },
        can.attach && { label: t("上传附件"), onSelect: () => ask("attach", row) },
        can.change && { label: t("申请变更"), onSelect: () => ask("change", row) },
        can.withdraw && { label: t("撤回"), onSelect: () => confirm(deal.withdraw, input, withdrawal(row)) },
        can.cancel && {
          label: row.status === "contracted" ? t("退房") : t("退订"),
          isDanger: true,
          isApart: true,
          onSelect: () => ask("cancel", row),
        },
        can.delete && {
          label: t("删除"),
          isDanger: true,
          isApart: true,
          blocked: blocked.delete,
          onSelect: () => confirm(deal.remove, { params: { id } }, { ...removal(row), onSuccess: () => onGone?.() }),
        },
      ];
    },
    dialog: (
      <>
        {dialog}
        {question}
      </>
    ),
  };
}
