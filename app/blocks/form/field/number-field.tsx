import { TextInput } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import type { ControlProps } from "./choice-field";
import { numberOf, textOf } from "./input-text";

export function NumberField({ input, field, value, onChange }: ControlProps & { value: unknown }) {
  const [typed, setTyped] = useState("");
  // "45." and "45.0" are the number 45, but not finished input.
  const shown = typed !== "" && numberOf(typed) === value ? typed : textOf(value);
  return (
    // Not Mantine's NumberInput: its separator engine is as large as the rest of the form.
    <TextInput
      {...input}
      // The phone's keyboard for decimals has no minus.
      inputMode={(field.min ?? 0) < 0 ? undefined : "decimal"}
      value={shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(numberOf(event.currentTarget.value, field.decimals));
      }}
      rightSection={
        field.unit && <span className={`${basic.oneLine} ${basic.dim} ${basic.size12}`}>{t(field.unit)}</span>
      }
      rightSectionWidth={48}
      rightSectionPointerEvents="none"
    />
  );
}
