import "@mantine/core/styles/Alert.css";
import "@mantine/core/styles/SegmentedControl.css";
import { Button, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { z } from "zod";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog, DialogFoot } from "~/app/blocks/feedback/dialog";
import { Note } from "~/app/blocks/feedback/note";
import { useAct } from "~/app/blocks/feedback/use-act";
import { type FormSection, RecordForm, type Then } from "~/app/blocks/form/record-form";
import { useCollision } from "~/app/features/collision/use-collision";
import { customerPage } from "~/app/features/customer/customer-path";
import { nameOf } from "~/app/features/inquiry/assign-dialog";
import { t } from "~/app/i18n/t";
import * as field from "~/contract/field";
import { ConvertedCustomer, inquiry } from "~/contract/inquiry/inquiry";
import type { InquiryDetail } from "~/contract/inquiry/inquiry-record";

const Chosen = z.object({ customer_id: field.reference("客户", "customers") });
const chosenSections: FormSection<typeof Chosen>[] = [{ fields: [{ name: "customer_id", isWide: true }] }];
const newSections: FormSection<typeof ConvertedCustomer>[] = [
  { title: "联系方式", fields: ["name", "gender", "phone_cc", "phone", "wechat", "email"] },
  {
    title: "意向",
    fields: [
      "level",
      "purposes",
      "intent_country_codes",
      "intent_estate_ids",
      "budget_min",
      "budget_max",
      "budget_currency",
    ],
  },
  { title: "来源", fields: ["source", "source_detail", "remark"] },
];

interface ConvertDialogProps {
  id: number;
  /** After a success, instead of closing. */
  onDone?: (record: InquiryDetail) => void;
  onClose: () => void;
}

export function ConvertDialog({ id, onDone, onClose }: ConvertDialogProps) {
  const asked = useCall(inquiry.get, { params: { id } });
  return (
    <Dialog onClose={onClose} title={t("转客户")} size="lg">
      <AsyncPart {...asked}>{(record) => <Convert record={record} onDone={onDone} onClose={onClose} />}</AsyncPart>
    </Dialog>
  );
}

type Target = "new" | "existing";

function Convert({ record, onDone, onClose }: Omit<ConvertDialogProps, "id"> & { record: InquiryDetail }) {
  const [way, setWay] = useState<Target>(record.customer ? "existing" : "new");
  const done = (converted: InquiryDetail) => (onDone ? onDone(converted) : onClose());
  return (
    <Stack gap="md">
      <Note>{t("询盘：{names}", { names: `${nameOf(record)}（${record.inquiry_no}）` })}</Note>
      <SegmentedControl
        aria-label={t("转为")}
        value={way}
        onChange={(value) => setWay(value as Target)}
        data={[
          { value: "new", label: t("新客户") },
          { value: "existing", label: t("已有客户") },
        ]}
      />
      {way === "new" ? (
        <NewOne record={record} onDone={done} onClose={onClose} />
      ) : (
        <Existing record={record} onDone={done} onClose={onClose} />
      )}
    </Stack>
  );
}

interface PartProps {
  record: InquiryDetail;
  onDone: (record: InquiryDetail) => void;
  onClose: () => void;
}

function NewOne({ record, onDone, onClose }: PartProps) {
  const { run, pending } = useAct();
  const { notice, dialog, onLeave, withCollision } = useCollision({ mayTakeOver: true, pending });
  const [value] = useState(() => ({ phone_cc: "86", ...withoutEmpty(record.customer_draft) }));
  const convert = (customer: z.output<typeof ConvertedCustomer>, then: Then) => {
    const { onSuccess, onError } = withCollision(then());
    run(
      inquiry.convert,
      { params: { id: record.id }, body: { action: "convert", customer } },
      {
        success: customer.takeover ? t("已接管并转客户") : t("已转为新客户"),
        record: customerOf,
        onSuccess: (made) => {
          onSuccess(made);
          onDone(made);
        },
        onError,
      },
    );
  };
  return (
    <>
      <RecordForm
        form={{
          schema: ConvertedCustomer,
          sections: newSections,
          value,
          draft: `inquiry-convert:${record.id}`,
          pending,
          submitLabel: t("转为新客户"),
          onSubmit: convert,
        }}
        notice={notice}
        onLeave={onLeave}
        isInDialog
        onCancel={onClose}
      />
      {dialog}
    </>
  );
}

function Existing({ record, onDone, onClose }: PartProps) {
  const { run, pending } = useAct();
  const link = (customer_id: number, then?: Then) => {
    const outcome = then?.();
    run(
      inquiry.convert,
      { params: { id: record.id }, body: { action: "convert", customer_id } },
      {
        success: t("已转客户"),
        record: customerOf,
        ...outcome,
        onSuccess: (made) => {
          outcome?.onSuccess(made);
          onDone(made);
        },
      },
    );
  };
  const { customer } = record;
  if (customer)
    return (
      <Stack gap="md">
        <Text>{t("该联系人是客户 {name}，询盘将转入该客户。", { name: customer.name })}</Text>
        <DialogFoot onClose={onClose}>
          <Button loading={pending} onClick={() => link(customer.id)}>
            {t("转入该客户")}
          </Button>
        </DialogFoot>
      </Stack>
    );
  return (
    <RecordForm
      form={{
        schema: Chosen,
        sections: chosenSections,
        value: {},
        pending,
        submitLabel: t("转入该客户"),
        onSubmit: ({ customer_id }, then) => link(customer_id, then),
      }}
      isInDialog
      onCancel={onClose}
    />
  );
}

const customerOf = ({ customer }: InquiryDetail) =>
  customer ? { name: customer.name, to: customer.is_visible ? customerPage(customer) : undefined } : undefined;

const withoutEmpty = (draft: InquiryDetail["customer_draft"]) =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== null && name !== "customer_user_id"));
