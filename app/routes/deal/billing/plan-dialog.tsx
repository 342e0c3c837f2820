import { useState } from "react";
import { z } from "zod";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import type { FormSection } from "~/app/blocks/form/record-form";
import { t } from "~/app/i18n/t";
import { billing } from "~/contract/deal/billing";
import { BillingLine } from "~/contract/deal/billing-record";
import { formatExact } from "~/contract/format";
import type { Bill } from "./bill";
import { PlanChoice } from "./plan-choice";

const Typed = z.object({
  lines: z
    .array(
      z.object({
        type: BillingLine.shape.type,
        amount: BillingLine.shape.amount,
        due_at: BillingLine.shape.due_at,
      }),
    )
    .min(1, "请先选择付款方案")
    .max(24, "账单最多24条")
    .meta({ label: "账单", control: "rows" }),
});

export function PlanDialog({ dealId, bill, onClose }: { dealId: number; bill: Bill; onClose: () => void }) {
  const { run, pending } = useAct();
  const currency = bill.currency ?? "";
  const [value] = useState(() => ({ lines: [] }));
  const [sections] = useState((): FormSection<typeof Typed>[] => [
    {
      fields: [{ name: "lines", isWide: true }],
      below: (_, form) => (
        <PlanChoice
          amount={bill.unplanned}
          currency={currency}
          days={{}}
          onChoose={(lines) =>
            form.fill({ lines: lines.map(({ type, amount, due_at }) => ({ type, amount, due_at })) })
          }
        />
      ),
    },
  ]);
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={t("按方案生成账单（{amount}）", { amount: formatExact(bill.unplanned, bill.currency) })}
    >
      <LazyRecordForm
        form={{
          schema: Typed,
          sections,
          value,
          pending,
          submitLabel: t("生成账单"),
          onSubmit: ({ lines }, then) =>
            run(
              billing.create,
              {
                params: { id: dealId },
                body: {
                  lines: lines.map((one, index) => BillingLine.parse({ ...one, currency, period_no: index + 1 })),
                },
              },
              { success: t("账单已生成"), ...then(onClose) },
            ),
        }}
        isInDialog
        onCancel={onClose}
      />
    </Dialog>
  );
}
