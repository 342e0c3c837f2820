import { useState } from "react";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import { recordForm, useRecordForm } from "~/app/blocks/form/use-record-form";
import { t } from "~/app/i18n/t";
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

/** A new one names its customer, unless that is known already. */
const formFor = (customerId: number | undefined) =>
  recordForm({
    create: requirement.create,
    update: requirement.update,
    sections: (record: RequirementRow | undefined) =>
      record || customerId ? facts : [{ title: "客户", fields: ["customer_id"] }, ...facts],
    begin: customerId ? { customer_id: customerId } : {},
    draft: (record) => {
      if (record) return `requirement-edit:${record.id}`;
      return customerId ? `requirement-new:${customerId}` : "requirement-new";
    },
    success: (record) => (record ? t("已保存") : t("需求已保存")),
  });

interface RequirementFormProps {
  /** Absent: a new one. */
  record?: RequirementRow;
  /** The customer of a new one, where it is known already. */
  customerId?: number;
  onSaved: (id: number) => void;
  onCancel: () => void;
}

/** The form of a requirement. */
export function RequirementForm({ record, customerId, onSaved, onCancel }: RequirementFormProps) {
  const [form] = useState(() => formFor(customerId));
  const saved = ({ id }: { id: number }) => onSaved(id);
  const bound = useRecordForm(form, record, { onCreated: saved, onUpdated: saved });
  return <LazyRecordForm form={bound} onCancel={onCancel} />;
}
