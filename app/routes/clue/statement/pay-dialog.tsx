import { useState } from "react";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { FactList } from "~/app/blocks/detail/fact-list";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import { type FormSection, RecordForm } from "~/app/blocks/form/record-form";
import { t } from "~/app/i18n/t";
import { agent } from "~/contract/agent/agent";
import { StatementPay, type StatementRow, statement } from "~/contract/clue/statement";
import { shanghaiDay } from "~/contract/day";
import { formatExact } from "~/contract/format";

const sections: FormSection<typeof StatementPay>[] = [
  {
    fields: [
      { name: "paid_at", isWide: true },
      { name: "voucher", isWide: true, media: { scene: "voucher" } },
    ],
  },
];

/** 付款: where the money goes, which is noted in the log, when it went, and the slip. */
export function PayDialog({ row, onClose }: { row: StatementRow; onClose: () => void }) {
  const { run, pending } = useAct();
  const [value] = useState(() => ({ paid_at: shanghaiDay() }));
  const [extra] = useState(() => ({ version: row.version }));
  return (
    <Dialog onClose={onClose} title={t("付款 {no}", { no: row.statement_no })} size="lg">
      <BankAccount row={row} />
      <RecordForm
        form={{
          ...{ schema: StatementPay, sections, value, extra, pending, draft: `statement-pay:${row.id}` },
          submitLabel: t("登记付款"),
          onSubmit: (body, then) =>
            run(
              statement.pay,
              { params: { id: row.id }, body },
              { ...then(onClose), success: t("已登记付款，报备已结佣") },
            ),
        }}
        isInDialog
        onCancel={onClose}
      />
    </Dialog>
  );
}

function BankAccount({ row: { agent: of, payable_total, currency } }: { row: StatementRow }) {
  const bank = useCall(agent.bank, { params: { id: of.id } });
  return (
    <AsyncPart {...bank}>
      {({ bank_name, bank_account, account_holder, swift }) => (
        <section aria-label={t("收款账户")} style={{ marginBottom: 16 }}>
          <FactList
            remedy={null}
            facts={[
              { label: t("代理"), value: of.name },
              { label: t("付款金额"), value: <b>{formatExact(payable_total, currency)}</b> },
              { label: t("开户行"), value: bank_name },
              { label: t("户名"), value: account_holder },
              { label: t("收款账号"), value: bank_account, isWide: true },
              { label: t("SWIFT"), value: swift },
            ]}
          />
        </section>
      )}
    </AsyncPart>
  );
}
