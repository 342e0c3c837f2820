import { useRef, useState } from "react";
import { toast } from "~/app/api/toast";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { Note } from "~/app/blocks/feedback/note";
import { useAct } from "~/app/blocks/feedback/use-act";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import type { FormSection } from "~/app/blocks/form/record-form";
import { t } from "~/app/i18n/t";
import { deal } from "~/contract/deal/deal";
import {
  type DealChangeEdits,
  type DealDetail,
  DealFields,
  DealChangeEdits as Edits,
} from "~/contract/deal/deal-record";
import * as field from "~/contract/field";
import { namedDeal } from "./deal-questions";
import { isLoan, isTypedUnit, unitFields } from "./form/deal-entries";
import { dealValues } from "./form/deal-values";
import { UnitChoice } from "./form/unit-choice";

type Name = keyof typeof Edits.shape;
const names = Object.keys(Edits.shape) as Name[];
const Typed = DealFields.pick(Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>).extend({
  reason: field.reason("变更原因"),
});

interface ChangeDialogProps {
  record: DealDetail;
  onDone: () => void;
  onClose: () => void;
}

export function ChangeDialog({ record, onDone, onClose }: ChangeDialogProps) {
  const { run, pending } = useAct();
  const [value] = useState(() => dealValues(record));
  const withUnits = useRef(record.unit_id !== null);
  const [sections] = useState((): FormSection<typeof Typed>[] => [
    {
      title: "价格与付款",
      fields: [
        { name: "deal_price", currency: () => record.currency },
        { name: "deal_price_tax", currency: () => record.currency },
        "payment_method",
        { name: "loan_bank", when: isLoan },
        { name: "loan_amount", when: isLoan, currency: () => record.currency },
        "delivery_due_at",
      ],
    },
    {
      title: "买方",
      fields: ["buyer_name", "buyer_phone_cc", "buyer_phone", "buyer_id_type", "buyer_id_no", "co_buyers"],
    },
    {
      title: "房源",
      fields: unitFields((values) => isTypedUnit(values) && !withUnits.current),
      below: (values, form) => (
        <UnitChoice
          estateId={record.estate_id}
          values={values}
          onPick={form.fill}
          onKnown={(has) => {
            withUnits.current = has;
          }}
        />
      ),
    },
    { title: "协作", fields: [{ name: "co_owner_id", perm: "deal:deal:create" }, "co_owner_share"] },
    { fields: [{ name: "reason", isWide: true }] },
  ]);
  return (
    <Dialog onClose={onClose} title={t("申请变更")} size="xl">
      <Note mb="md">{t("{deal}。只提交改动的内容，审核通过后生效。", { deal: namedDeal(record) })}</Note>
      <LazyRecordForm
        form={{
          schema: Typed,
          sections,
          value,
          draft: `deal-change:${record.id}`,
          pending,
          submitLabel: t("提交审核"),
          onSubmit: ({ reason, ...body }, then) => {
            const edits = editsOf(body, value);
            if (Object.keys(edits).length === 0) {
              toast.warning(t("没有要变更的内容"));
              return;
            }
            const { onSuccess, onError } = then(onDone);
            run(
              deal.change,
              { params: { id: record.id }, body: { edits, reason, version: record.version } },
              {
                success: t("变更已提交审核"),
                onSuccess,
                // The fields of the form have their own names.
                onError: (error) =>
                  onError({
                    ...error,
                    fields: error.fields.map((one) => ({ ...one, field: one.field.replace(/^edits\./, "") })),
                  }),
              },
            );
          },
        }}
        isInDialog
        onCancel={onClose}
      />
    </Dialog>
  );
}

function editsOf(body: FormValues, before: FormValues): DealChangeEdits {
  const plain = (value: unknown) =>
    JSON.stringify(value, (_, one) => (one === "" || one === undefined ? null : one)) ?? "null";
  const changed = names.filter((name) => name in body && plain(body[name]) !== plain(before[name]));
  // Each was parsed by its own schema.
  return Object.fromEntries(changed.map((name) => [name, body[name]])) as DealChangeEdits;
}
