import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import type { FormSection } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { RequirementCreate, type RequirementRow, RequirementUpdate } from "~/contract/customer/requirement";
import type { RequirementAction } from "./requirement-writes";

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
const createSections: FormSection<typeof RequirementCreate>[] = [{ title: "客户", fields: ["customer_id"] }, ...facts];

interface RequirementFormProps {
  /** Absent: a new one. */
  record?: RequirementRow;
  /** The customer of a new one, where he is known already. */
  customerId?: number;
  onSaved: (id: number) => void;
  onCancel: () => void;
}

/** The form of a requirement; a new one names its customer. */
export function RequirementForm({ record, customerId, onSaved, onCancel }: RequirementFormProps) {
  const { run, pending } = useAct<RequirementAction>();
  if (record)
    return (
      <LazyRecordForm
        schema={RequirementUpdate}
        sections={facts}
        value={record}
        extra={{ version: record.version }}
        draft={`requirement-edit:${record.id}`}
        pending={pending}
        onSubmit={(body, then) =>
          run(
            "updateRequirement",
            { params: { id: record.id }, body },
            { success: t("已保存"), ...then(() => onSaved(record.id)) },
          )
        }
        onCancel={onCancel}
      />
    );
  return (
    <LazyRecordForm
      schema={RequirementCreate}
      sections={customerId ? facts : createSections}
      value={{}}
      extra={customerId ? { customer_id: customerId } : undefined}
      draft={customerId ? `requirement-new:${customerId}` : "requirement-new"}
      pending={pending}
      onSubmit={(body, then) => {
        const { onSuccess, onError } = then();
        run(
          "createRequirement",
          { body },
          {
            success: t("需求已保存"),
            onSuccess: (created) => {
              onSuccess(created);
              onSaved(created.id);
            },
            onError,
          },
        );
      }}
      onCancel={onCancel}
    />
  );
}
