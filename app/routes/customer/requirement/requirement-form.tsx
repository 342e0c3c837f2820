import { useMemo, useState } from "react";
import { call } from "~/app/api/call";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import { useQuestion } from "~/app/blocks/form/use-question";
import { recordForm, useRecordForm } from "~/app/blocks/form/use-record-form";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { customer as customerContract } from "~/contract/customer/customer";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { type RequirementRow, requirement } from "~/contract/customer/requirement";

const facts = [
  { title: "目的与时间", fields: ["purposes", "timeline", "completion_from", "completion_to"] },
  {
    title: "区域与类型",
    fields: [
      "country_code",
      { name: "district_ids", within: "country_code" },
      "property_types",
      "layouts",
      "floor_pref",
      "station_walk_max",
    ],
  },
  {
    title: "面积价格",
    fields: ["area_min", "area_max", "price_min", "price_max", "currency", "yield_min"],
  },
  { title: "贷款", fields: ["loan", "down_payment"] },
  { title: "特殊要求", fields: ["must_have", "extra"] },
] as const;

const formFor = (customer: CustomerDetail | undefined) =>
  recordForm({
    create: requirement.create,
    update: requirement.update,
    sections: (record: RequirementRow | undefined) =>
      record || customer ? facts : [{ title: "客户", fields: ["customer_id"] }, ...facts],
    begin: customer ? wishOf(customer) : {},
    draft: (record) => {
      if (record) return `requirement-edit:${record.id}`;
      return customer ? `requirement-new:${customer.id}` : "requirement-new";
    },
    success: (record) => (record ? t("已保存") : t("需求已保存")),
    page: (_, { customer_id }) => (typeof customer_id === "number" ? requirementsOf(customer_id) : undefined),
  });

const requirementsOf = (id: number) => `${customerPage({ id })}?tab=requirements`;

interface RequirementFormProps {
  record?: RequirementRow;
  customer?: CustomerDetail;
  onSaved: (id: number) => void;
  onCancel: () => void;
}

/** The form of a requirement; a new one begins with what the customer is known to want, also where they are chosen in it. */
export function RequirementForm({ record, customer, onSaved, onCancel }: RequirementFormProps) {
  const [form] = useState(() => formFor(customer));
  const saved = ({ id }: { id: number }) => onSaved(id);
  const bound = useRecordForm(form, record, { onCreated: saved, onUpdated: saved });
  const [chosen, setChosen] = useState<CustomerDetail>();
  const ask = useQuestion();
  const value = useMemo(() => (chosen ? wishOf(chosen) : bound.value), [chosen, bound.value]);
  const follows = (name: string, next: unknown) => {
    if (name === "customer_id" && typeof next === "number")
      void ask(
        String(next),
        () => call(customerContract.get, { params: { id: next } }, { silent: true }),
        (found) => found && setChosen(found),
      );
    return undefined;
  };
  const isChosenHere = !record && !customer;
  const content = isChosenHere ? { ...bound, value, follows, isFollowing: true } : bound;
  return <LazyRecordForm form={content} onCancel={onCancel} />;
}

function wishOf(customer: CustomerDetail): FormValues {
  const { id, purposes, intent_country_codes, intent_district_ids, loan_need } = customer;
  const [country_code, ...others] = intent_country_codes;
  return {
    ...{ customer_id: id, purposes, country_code, loan: loan_need },
    // Those of several countries are not told apart.
    district_ids: country_code && !others.length ? intent_district_ids : [],
    ...{ price_min: customer.budget_min, price_max: customer.budget_max, currency: customer.budget_currency },
  };
}
