import { Button, PasswordInput } from "@mantine/core";
import type { Field } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";

interface SecretFieldProps {
  field: Field;
  isSet: boolean;
  /** A new secret, null to clear it, undefined to keep it. */
  typed: unknown;
  error: string | undefined;
  onChange: (value: unknown) => void;
}

/** A secret is never shown again: it is kept, replaced or cleared. */
export function SecretField({ field, isSet, typed, error, onChange }: SecretFieldProps) {
  const label = t(field.label);
  const isCleared = typed === null;
  const placeholder = isCleared ? t("保存后清除") : isSet ? t("已设置，留空则不变") : t("未设置");
  return (
    <>
      <PasswordInput
        id={field.name}
        label={label}
        description={field.help && t(field.help)}
        placeholder={placeholder}
        autoComplete="new-password"
        error={error}
        disabled={isCleared}
        value={typeof typed === "string" ? typed : ""}
        onChange={(event) => onChange(event.currentTarget.value)}
        visibilityToggleButtonProps={{ "aria-label": t("显示或隐藏") }}
      />
      {isSet ? (
        <Button
          variant="subtle"
          size="compact-xs"
          color={isCleared ? undefined : "red"}
          aria-label={isCleared ? t("{label}撤销清除", { label }) : t("清除{label}", { label })}
          onClick={() => onChange(isCleared ? "" : null)}
        >
          {isCleared ? t("撤销清除") : t("清除")}
        </Button>
      ) : null}
    </>
  );
}
