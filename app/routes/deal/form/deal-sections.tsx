import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { FormHandle, FormSection } from "~/app/blocks/form/record-form";
import type { FormValues } from "~/app/blocks/form/schema-fields";
import { dealFileScene } from "~/app/features/deal/deal-media";
import { t } from "~/app/i18n/t";
import { methodOfPlan } from "~/contract/deal/billing-record";
import type { DealDetail } from "~/contract/deal/deal-record";
import { DealBillPart } from "../billing/deal-bill";
import { PlanChoice } from "../billing/plan-choice";
import { DealCommission } from "../deal-commission";
import { DealFiles } from "../deal-files";
import { BuyerNotes } from "./buyer-notes";
import { isLoan, isTypedUnit, unitFields } from "./deal-entries";
import { type EditDeal, fileTypes, type NewDeal } from "./deal-schema";
import classes from "./deal-wizard.module.css";
import { LinkChoice } from "./link-choice";
import { PriceNotes } from "./price-notes";
import { type DealStep, dealSteps, stepAfter } from "./steps";
import { UnitChoice } from "./unit-choice";

type Schema = typeof NewDeal | typeof EditDeal;
type Below = NonNullable<FormSection<Schema>["below"]>;

interface SectionOptions {
  record: DealDetail | undefined;
  /** Commissions are shown to, and taken from, those who may see them. */
  seesCommission: boolean;
  /** Who gives deals away may name the consultant. */
  open: (step: DealStep) => void;
  /** Whether an estate has units, as far as its board was seen. */
  hasUnits: (estateId: unknown) => boolean | undefined;
  onKnown: (estateId: number, hasUnits: boolean) => void;
}

/** The board's price is the deal's until somebody types another. */
const pricedBy = (part: FormValues, { deal_price, list_price }: FormValues): FormValues => {
  const isOpen = !deal_price || Number(deal_price) === Number(list_price ?? NaN);
  return part.list_price && isOpen ? { ...part, deal_price: part.list_price } : part;
};

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** The wizard of a deal: 客户 → 房源 → 价格与付款 → 来源与业绩 → 附件. */
export function dealSections({
  record,
  seesCommission,
  open,
  hasUnits,
  onKnown,
}: SectionOptions): FormSection<Schema>[] {
  const isByHand = (values: FormValues) =>
    Boolean(values.estate_id) && isTypedUnit(values) && hasUnits(values.estate_id) === false;
  const contents: Readonly<Record<DealStep, { fields: FormSection<Schema>["fields"]; below?: Below }>> = {
    customer: {
      fields: [
        "customer_id",
        "buyer_name",
        "buyer_phone_cc",
        "buyer_phone",
        "buyer_id_type",
        "buyer_id_no",
        "co_buyers",
      ],
      below: (values, form) => <BuyerNotes values={values} onFill={form.fill} />,
    },
    unit: {
      fields: ["estate_id", ...unitFields(isByHand)],
      below: (values, form) =>
        typeof values.estate_id === "number" ? (
          <UnitChoice
            key={values.estate_id}
            estateId={values.estate_id}
            values={values}
            onPick={(part) => form.fill(pricedBy(part, values))}
            onKnown={(has) => onKnown(Number(values.estate_id), has)}
          />
        ) : null,
    },
    price: {
      fields: [
        ...(["deal_price", "deal_price_tax", "currency", "payment_method"] as const),
        { name: "loan_bank", when: isLoan },
        { name: "loan_amount", when: isLoan },
        ...(["subscribed_at", "delivery_due_at"] as const),
        record ? ({ name: "bills", isUnseen: true } as const) : ({ name: "plan", isWide: true } as never),
      ],
      below: (values, form) => (
        <>
          <PriceNotes values={values} />
          {record ? <DealBillPart id={record.id} /> : <NewPlan values={values} form={form} />}
        </>
      ),
    },
    source: {
      fields: [
        "source_type",
        { name: "owner_id", perm: "deal:deal:create", inScope: true },
        { name: "co_owner_id", perm: "deal:deal:create" },
        { name: "co_owner_share", when: ({ co_owner_id }) => Boolean(co_owner_id) },
        { name: "clue_id", isUnseen: true },
        { name: "inquiry_id", isUnseen: true },
        ...(seesCommission ? (["commission_receivable", "commission_payable"] as const) : []),
        { name: "remark", isWide: true },
      ],
      below: (values, form) => (
        <>
          <LinkChoice values={values} onPick={form.fill} />
          {record?.commission ? <DealCommission record={record} commission={record.commission} /> : null}
        </>
      ),
    },
    files: record
      ? { fields: [{ name: "attachments", isUnseen: true }], below: () => <DealFiles record={record} /> }
      : {
          fields: fileTypes.map(
            (type) => ({ name: `files_${type}`, isWide: false, media: { scene: dealFileScene } }) as never,
          ),
        },
  };
  return dealSteps.map(({ key }) => ({
    tab: key,
    fields: contents[key].fields,
    below: (values, form) => (
      <>
        {contents[key].below?.(values, form)}
        <NextStep step={key} onOpen={open} />
      </>
    ),
  }));
}

/** The house's plans fill in the rows of the bill. */
const NewPlan = ({ values, form }: { values: FormValues; form: FormHandle }): ReactNode => (
  <PlanChoice
    amount={text(values.deal_price)}
    currency={text(values.currency)}
    days={{ subscribed_at: text(values.subscribed_at), delivery_due_at: text(values.delivery_due_at) }}
    onChoose={(lines, name) => {
      const payment_method = methodOfPlan(name);
      form.fill({
        plan: lines.map(({ type, amount, due_at }) => ({ type, amount, due_at })),
        ...(payment_method && { payment_method }),
      });
    }}
  />
);

function NextStep({ step, onOpen }: { step: DealStep; onOpen: (step: DealStep) => void }) {
  const next = stepAfter(step);
  if (!next) return null;
  return (
    <div className={classes.next}>
      <Button type="button" variant="light" onClick={() => onOpen(next.key)}>
        {t("下一步：{step}", { step: t(next.label) })}
      </Button>
    </div>
  );
}
