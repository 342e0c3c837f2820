import { useState } from "react";
import { useAct } from "~/app/blocks/feedback/use-act";
import { ActForm } from "~/app/blocks/form/act/act-form";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormEntry } from "~/app/blocks/form/record-form";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import { billing } from "~/contract/deal/billing";
import { BillingLine, type BillingRow } from "~/contract/deal/billing-record";
import { formatExact } from "~/contract/format";
import type { Bill } from "./bill";
import { namedBill } from "./bill-dialogs";

const isOther = ({ type }: FormValues) => type === "other";
const fields: FormEntry<typeof BillingLine>[] = [
  ...(["type", "amount", "currency", "due_at"] as const),
  ...(["direction", "payer", "payee"] as const).map((name) => ({ name, when: isOther })),
  ...(["period_no", "remark"] as const),
];

interface LineDialogProps {
  dealId: number;
  bill?: Bill;
  row?: BillingRow;
  onClose: () => void;
}

export function LineDialog({ dealId, bill, row, onClose }: LineDialogProps) {
  const { run, pending } = useAct();
  const [value] = useState(() => row ?? { currency: bill?.currency ?? null, due_at: shanghaiDay() });
  const rest = bill && t("未排入账单 {amount}", { amount: formatExact(bill.unplanned, bill.currency) || "0" });
  return (
    <ActForm
      title={row ? t("编辑账单") : t("新增账单")}
      about={row ? namedBill(row) : (rest ?? "")}
      size="lg"
      form={{
        schema: BillingLine,
        fields,
        value,
        pending,
        submitLabel: t("保存"),
        onSubmit: (body, then) => {
          const { onSuccess, onError } = then(onClose);
          if (row)
            return run(
              billing.update,
              { params: { id: row.id }, body: { ...body, version: row.version } },
              { success: t("已保存"), onSuccess, onError },
            );
          run(
            billing.create,
            { params: { id: dealId }, body: { lines: [body] } },
            {
              success: t("账单已新增"),
              onSuccess,
              // The one line is the form.
              onError: (error) =>
                onError({
                  ...error,
                  fields: error.fields.map((one) => ({
                    ...one,
                    field: one.field.replace(/^lines(\.0)?\.?/, "") || "amount",
                  })),
                }),
            },
          );
        },
      }}
      onClose={onClose}
    />
  );
}
