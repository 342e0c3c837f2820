import { FactList } from "~/app/blocks/detail/fact-list";
import { isBlank, Value } from "~/app/blocks/detail/value";
import { fieldOf } from "~/app/blocks/form/schema-fields";
import { t } from "~/app/i18n/t";
import { type EstateField, EstateFields } from "~/contract/house/estate-record";

interface EstateFactsProps {
  values: Readonly<Partial<Record<EstateField, unknown>>>;
  fields: readonly EstateField[];
  /** Amounts are of it; one whose own currency stands in another field names none. */
  currency?: string;
  wide?: readonly EstateField[];
}

/** Fields of an estate that are only looked at. */
export function EstateFacts({ values, fields, currency, wide = [] }: EstateFactsProps) {
  return (
    <FactList
      facts={fields.map((name) => {
        const field = fieldOf(EstateFields, name);
        const value = values[name];
        const ending = [field.control === "money" ? (currency ?? "") : "", field.control === "money" ? field.unit : ""];
        return {
          label: t(field.label),
          value: isBlank(value) ? null : (
            <>
              <Value field={field} value={value} />
              {ending.filter(Boolean).map((label) => ` ${t(label ?? "")}`)}
            </>
          ),
          isWide: !isBlank(value) && wide.includes(name),
        };
      })}
    />
  );
}
