import { FactList } from "~/app/blocks/detail/fact-list";
import { isBlank, Value } from "~/app/blocks/detail/value";
import { fieldOf } from "~/app/blocks/form/schema-fields";
import { t } from "~/app/i18n/t";
import { type EstateField, EstateFields } from "~/contract/house/estate-record";

interface EstateFactsProps {
  values: Readonly<Partial<Record<EstateField, unknown>>>;
  fields: readonly EstateField[];
  wide?: readonly EstateField[];
}

/** Fields of an estate that are only looked at. */
export function EstateFacts({ values, fields, wide = [] }: EstateFactsProps) {
  return (
    <FactList
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
