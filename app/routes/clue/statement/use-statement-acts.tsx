import { download } from "~/app/api/download";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useSetAddress } from "~/app/blocks/use-set-address";
import { t } from "~/app/i18n/t";
import { type StatementRow, statement } from "~/contract/clue/statement";
import { formatExact } from "~/contract/format";

const about = ({ statement_no: no, agent, payable_total, currency }: Named) =>
  t("{no} · {agent} · 应付 {amount}", { no, agent: agent.name, amount: formatExact(payable_total, currency) });
const record = ({ id, statement_no }: Named) => ({ name: statement_no, to: `/clue/accountStatement?open=${id}` });
const input = ({ id, version }: Named) => ({ params: { id }, body: { version } });
const files = { scene: "statement" } as const;

const common = { about, input, record };

const single = {
  confirm: actDialog({
    endpoint: statement.confirm,
    ...common,
    submitLabel: "确认",
    fields: ["confirm_by", { name: "proof", media: files }],
    value: ({ contact_name }: Named) => ({ confirm_by: contact_name }),
    success: () => t("已记录代理确认"),
    draft: ({ id }) => `statement-confirm:${id}`,
  }),
  dispute: actDialog({
    endpoint: statement.dispute,
    ...common,
    submitLabel: "登记异议",
    fields: ["note"],
    success: () => t("已登记异议"),
    draft: ({ id }) => `statement-dispute:${id}`,
  }),
  invoice: actDialog({
    endpoint: statement.invoice,
    ...common,
    submitLabel: "登记发票",
    fields: (row: Named) => [
      "no",
      { name: "amount", currency: () => row.currency },
      { name: "media_id", media: files },
    ],
    value: ({ payable_total }: Named) => ({ amount: payable_total }),
    success: () => t("已登记发票"),
    draft: ({ id }) => `statement-invoice:${id}`,
  }),
  uninvoice: actDialog({
    endpoint: statement.uninvoice,
    ...common,
    submitLabel: "撤回发票",
    fields: ["reason"],
    isDanger: true,
    success: () => t("发票已撤回"),
  }),
  void: actDialog({
    endpoint: statement.void,
    submitLabel: "作废",
    about: (row: Named) => `${about(row)}。${t("作废后不能恢复，其中的明细可以重新结算。")}`,
    fields: ["reason"],
    input,
    isDanger: true,
    record,
    success: () => t("已作废"),
  }),
};

const PayDialog = lazyPart(() => import("./pay-dialog"), "PayDialog");

export function useStatementActs() {
  const isPhone = useIsPhone();
  const setAddress = useSetAddress();
  const { form, afterQuestion, show, dialog } = useActs();
  const goTo =
    (name: "edit" | "print", { id }: StatementRow) =>
    () =>
      setAddress({ open: undefined, [name]: id });
  return {
    actionsOf: (row: StatementRow): (RowAction | false)[] => {
      const { can, blocked, id, version } = row;
      const input = { params: { id }, body: { version } };
      return [
        can.send && afterQuestion(statement.send, input, sending(row), { isPrimary: true, blocked: blocked.send }),
        can.confirm && form(single.confirm, row, { isPrimary: true }),
        can.revise && afterQuestion(statement.revise, input, revising(row), { isPrimary: true }),
        can.invoice && form(single.invoice, row, { isPrimary: !can.pay }),
        can.pay &&
          show(t("付款"), (onClose) => <PayDialog row={row} onClose={onClose} />, {
            isPrimary: true,
            blocked: blocked.pay,
          }),
        // Written on the desk (domain D.0).
        can.edit && !isPhone && { label: t("编辑"), shortcut: "E", onSelect: goTo("edit", row) },
        can.dispute && form(single.dispute, row),
        can.uninvoice && form(single.uninvoice, row, { isDanger: false }),
        { label: t("打印"), onSelect: goTo("print", row) },
        {
          label: t("导出xlsx"),
          // What went wrong has been told.
          onSelect: () => void download(statement.export, { params: { id } }).catch(() => undefined),
        },
        can.void && form(single.void, row, { isApart: true }),
      ];
    },
    dialog,
  };
}

type Named = Pick<
  StatementRow,
  "id" | "version" | "statement_no" | "agent" | "contact_name" | "payable_total" | "currency"
>;

const sending = (row: Named) => ({
  text: t("{about}。发送时按成交最新数据重新计算，之后内容冻结。", { about: about(row) }),
  confirmLabel: t("发送"),
  isDanger: false,
  record: record(row),
  success: t("已发送，等待代理确认"),
});
const revising = (row: Named) => ({
  text: t("{about}。退回草稿后可以修改并再次发送。", { about: about(row) }),
  confirmLabel: t("退回修改"),
  isDanger: false,
  record: record(row),
  success: t("已退回修改"),
});
