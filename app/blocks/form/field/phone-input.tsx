import { TextInput } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { useScene } from "~/app/session/scenes";
import type { ControlProps } from "./choice-field";
import { textOf } from "./input-text";
import classes from "./phone-input.module.css";
import type { Field } from "./schema-fields";

interface PhoneInputProps extends ControlProps {
  value: string;
  code: { field: Field; value: unknown; onChange: (code: string) => void };
}

export function PhoneInput({ input, field, value, onChange, code }: PhoneInputProps) {
  const options = useScene(code.field.scene);
  const chosen = textOf(code.value);
  return (
    <TextInput
      {...input}
      type="tel"
      maxLength={field.maxLength}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSectionWidth={72}
      leftSectionPointerEvents="all"
      leftSection={
        <span className={`${classes.code} ${basic.row} ${basic.gap2} ${basic.relative}`}>
          <span aria-hidden>+{chosen}</span>
          <IconSelector size={14} stroke={1.5} aria-hidden />
          <select
            aria-label={t(code.field.label)}
            value={chosen}
            disabled={input.disabled}
            onChange={(event) => code.onChange(event.currentTarget.value)}
          >
            {options.some((option) => String(option.value) === chosen) ? null : (
              <option value={chosen}>+{chosen}</option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </span>
      }
    />
  );
}
