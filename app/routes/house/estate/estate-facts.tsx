import { FactList } from "~/app/blocks/detail/fact-list";
import { isBlank, Value } from "~/app/blocks/detail/value";
import { fieldOf } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import type { EstateDetail } from "~/contract/house/estate";
import { type EstateField, EstateFields } from "~/contract/house/estate-record";
import type { EditTab } from "./edit/edit-tabs";
import { FillIn, useMayFillIn } from "./fill-in";

interface EstateFactsProps {
  record: EstateDetail;
  values?: Readonly<Partial<Record<EstateField, unknown>>>;
  fields: readonly EstateField[];
  wide?: readonly EstateField[];
  tab: EditTab;
}

export function EstateFacts({ record, values = record, fields, wide = [], tab }: EstateFactsProps) {
  const mayFillIn = useMayFillIn(record);
  return (
    <FactList
      remedy={mayFillIn ? <FillIn of={record} tab={tab} /> : null}
      facts={fields.map((name) => {
        const field = fieldOf(EstateFields, name);
        const value = values[name];
        return {
          label: t(field.label),
          value: isBlank(value) ? null : <Value field={field} value={value} record={values} />,
          isWide: !isBlank(value) && wide.includes(name),
        };
      })}
    />
  );
}
