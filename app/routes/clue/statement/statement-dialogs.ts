import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import { type StatementRow, statement } from "~/contract/clue/statement";
import { formatExact } from "~/contract/format";

type Named = Pick<
  StatementRow,
  "id" | "version" | "statement_no" | "agent" | "contact_name" | "payable_total" | "currency"
>;

export const about = ({ statement_no: no, agent, payable_total, currency }: Named) =>
  t("{no} · {agent} · 应付 {amount}", { no, agent: agent.name, amount: formatExact(payable_total, currency) });
const record = ({ id, statement_no }: Named) => ({ name: statement_no, to: `/clue/accountStatement?open=${id}` });
const input = ({ id, version }: Named) => ({ params: { id }, body: { version } });
const files = { scene: "statement" } as const;

const common = { about, input, record };

/** The acts on a statement that ask for something first. */
export const single = {
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

/** What is asked before a statement is sent, or given back to be changed. */
export const sending = (row: Named) => ({
  text: t("{about}。发送时按成交最新数据重新计算，之后内容冻结。", { about: about(row) }),
  confirmLabel: t("发送"),
  isDanger: false,
  record: record(row),
  success: t("已发送，等待代理确认"),
});
export const revising = (row: Named) => ({
  text: t("{about}。退回草稿后可以修改并再次发送。", { about: about(row) }),
  confirmLabel: t("退回修改"),
  isDanger: false,
  record: record(row),
  success: t("已退回修改"),
});
