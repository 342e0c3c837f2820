import { Box, Stack } from "@mantine/core";
import { type ReactNode, useCallback, useRef } from "react";
import { call } from "~/app/api/call";
import basic from "~/app/basic.module.css";
import { useAsync } from "~/app/blocks/detail/use-async";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormHandle, FormSection } from "~/app/blocks/form/record-form";
import { dealFileScene } from "~/app/features/deal/deal-media";
import { t } from "~/app/i18n/t";
import { customer } from "~/contract/customer/customer";
import { methodOfPlan } from "~/contract/deal/billing-record";
import { buyerShare, type DealDetail } from "~/contract/deal/deal-record";
import { formatPercent } from "~/contract/format";
import { DealBillPart } from "../billing/deal-bill";
import { PlanChoice } from "../billing/plan-choice";
import { DealPapers } from "../deal-files";
import { isLoan, isTypedUnit, unitFields } from "./deal-entries";
import { type EditDeal, fileTypes, type NewDeal } from "./deal-schema";
import { LinkChoice } from "./link-choice";
import { UnitChoice } from "./unit-choice";

interface BuyerNotesProps {
  values: FormValues;
  onFill: (part: FormValues) => void;
}

function BuyerNotes({ values, onFill }: BuyerNotesProps) {
  const { customer_id: id, co_buyers } = values;
  const shares = (Array.isArray(co_buyers) ? co_buyers : []).flatMap(({ share }: { share?: unknown }) =>
    typeof share === "number" ? [{ share }] : [],
  );
  return (
    <>
      {typeof id === "number" ? <BuyerFill id={id} values={values} onFill={onFill} /> : null}
      {shares.length ? (
        <Stack component="ul" gap={4} mt={12} c="dimmed" fz={13} className={basic.list} aria-live="polite">
          <li>{t("买方份额 {share}，与共有人合计 100%", { share: formatPercent(buyerShare(shares)) })}</li>
        </Stack>
      ) : null}
    </>
  );
}

/** Asks once for each customer that is chosen who it is; what somebody has written by then stays. */
function BuyerFill({ id, ...form }: BuyerNotesProps & { id: number }) {
  const present = useRef(form);
  present.current = form;
  useAsync(
    useCallback(
      async (signal: AbortSignal) => {
        if (present.current.values.buyer_name) return;
        const { name, phone, phone_cc, is_masked } = await call(
          customer.get,
          { params: { id } },
          { signal, silent: true },
        );
        const { values, onFill } = present.current;
        if (values.buyer_name || values.customer_id !== id) return;
        onFill({ buyer_name: name, ...(is_masked ? {} : { buyer_phone_cc: phone_cc, buyer_phone: phone }) });
      },
      [id],
    ),
  );
  return null;
}

type Sections = FormSection<typeof NewDeal | typeof EditDeal>[];

interface SectionOptions {
  record: DealDetail | undefined;
  seesCommission: boolean;
  hasUnits: (estateId: unknown) => boolean | undefined;
  onKnown: (estateId: number, hasUnits: boolean) => void;
}

/** The board's price is the deal's until the user types another. */
const pricedBy = (part: FormValues, { deal_price, list_price }: FormValues): FormValues => {
  const isOpen = !deal_price || Number(deal_price) === Number(list_price ?? NaN);
  return part.list_price && isOpen ? { ...part, deal_price: part.list_price } : part;
};

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** The sections of a deal's form, all on one page (domain D.6). */
export function dealSections({ record, seesCommission, hasUnits, onKnown }: SectionOptions): Sections {
  const isByHand = (values: FormValues) =>
    Boolean(values.estate_id) && isTypedUnit(values) && hasUnits(values.estate_id) === false;
  return [
    {
      title: "客户",
      fields: [
        "customer_id",
        "buyer_name",
        { name: "buyer_phone", code: "buyer_phone_cc" },
        "buyer_id_type",
        "buyer_id_no",
        "co_buyers",
      ],
      below: (values, form) => <BuyerNotes values={values} onFill={form.begin} />,
    },
    {
      title: "房源",
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
    {
      title: "价格与付款",
      fields: [
        ...(["deal_price", "deal_price_tax", "currency", "payment_method"] as const),
        { name: "loan_bank", when: isLoan },
        { name: "loan_amount", when: isLoan },
        ...(["subscribed_at", "delivery_due_at"] as const),
        record ? ({ name: "bills", isUnseen: true } as const) : ({ name: "plan", isWide: true } as never),
      ],
      below: (values, form) =>
        record ? (
          <Box mt={14}>
            <DealBillPart id={record.id} />
          </Box>
        ) : (
          <NewPlan values={values} form={form} />
        ),
    },
    {
      title: "来源与业绩",
      fields: [
        "source_type",
        // Users who assign deals may name a consultant.
        { name: "owner_id", perm: "deal:deal:create", inScope: true },
        { name: "co_owner_id", perm: "deal:deal:create" },
        { name: "co_owner_share", when: ({ co_owner_id }) => Boolean(co_owner_id) },
        { name: "clue_id", isUnseen: true },
        { name: "inquiry_id", isUnseen: true },
        ...(seesCommission ? (["commission_receivable", "commission_payable"] as const) : []),
        { name: "remark", isWide: true },
      ],
      below: (values, form) => <LinkChoice values={values} onPick={form.fill} />,
    },
    {
      title: "附件",
      fields: fileTypes.map((type) => ({
        ...({ name: `files_${type}`, isWide: false } as const),
        media: { scene: dealFileScene },
      })),
      below: () => (record ? <DealPapers record={record} /> : null),
    },
  ];
}

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
