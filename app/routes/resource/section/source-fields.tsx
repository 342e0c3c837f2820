import { listOf } from "~/app/blocks/form/field/input-text";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormHandle } from "~/app/blocks/form/form-entry";
import type { SectionTypeName } from "~/contract/resource/home-section";
import { ItemPicker } from "./item-picker";
import { RulePicker } from "./rule-picker";

export function SourceFields({ values, form }: { values: FormValues; form: FormHandle }) {
  const type = values.type as SectionTypeName | null;
  if (!type) return null;
  return values.source_mode === "rule" ? (
    <RulePicker type={type} value={values.rule} onChange={(rule) => form.fill({ rule })} />
  ) : (
    <ItemPicker
      type={type}
      value={listOf(values.item_ids).map(Number)}
      onChange={(item_ids) => form.fill({ item_ids })}
    />
  );
}
