import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import "@mantine/core/styles/Switch.css";
import { MultiSelect, PasswordInput, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { memo, type ReactNode } from "react";
import { t } from "~/app/i18n/t";
import type { Permission } from "~/contract/permissions";
import { DateField } from "./date-field";
import classes from "./fields.module.css";
import { formatMoney } from "./format";
import { RemoteSelect } from "./remote-select";
import { useScene } from "./scenes";
import type { Field } from "./schema-fields";
import { selectLook } from "./select-look";
import { StaffPicker } from "./staff-picker";
import { Upload } from "./upload";
import { isSearched } from "./value";

/** What a screen says of a field beyond its contract. */
export interface FieldHints {
  /** Of the contract's options only these, and whichever the record holds. */
  only?: readonly string[];
  /** A staff field offers only holders of this code. */
  perm?: Permission;
  media?: Parameters<typeof Upload>[0]["media"];
}

interface FieldInputProps {
  id: string;
  field: Field;
  hints: FieldHints;
  value: unknown;
  error: ReactNode;
  onChange: (name: string, value: unknown) => void;
  onBlur: (name: string) => void;
}

const textOf = (value: unknown) => (value === null || value === undefined ? "" : String(value));
const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined || value === "" ? [] : [value];

// A form has many fields, and one of them changes.
/** One field of a record form: its control by the contract's meta, with label, help, limits and required mark. */
export const FieldInput = memo(function FieldInput({
  id,
  field,
  hints,
  value,
  error,
  onChange,
  onBlur,
}: FieldInputProps) {
  const set = (next: unknown) => onChange(field.name, next);
  const input = {
    id,
    label: t(field.label),
    description: field.help && t(field.help),
    error,
    withAsterisk: field.isRequired,
    required: false,
    "aria-required": field.isRequired || undefined,
    onBlur: () => onBlur(field.name),
  };
  switch (field.control) {
    case "textarea":
      return <LongText input={input} field={field} value={textOf(value)} onChange={set} />;
    case "select":
    case "multi-select":
      return <Choice input={input} field={field} hints={hints} value={value} onChange={set} />;
    case "switch":
      return (
        <Switch
          id={id}
          label={input.label}
          description={input.description}
          error={error}
          checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)}
          mt={26}
        />
      );
    case "number":
      return (
        // Not Mantine's NumberInput: its engine for separators weighs as much as the rest of the form.
        <TextInput
          {...input}
          inputMode="numeric"
          value={textOf(value)}
          onChange={(event) => set(numberOf(event.currentTarget.value))}
          rightSection={field.unit && <span className={classes.unit}>{t(field.unit)}</span>}
          rightSectionWidth={48}
          rightSectionPointerEvents="none"
        />
      );
    case "money":
      return (
        <TextInput
          {...input}
          inputMode="decimal"
          value={textOf(value)}
          onChange={(event) => set(event.currentTarget.value.replace(/[,，\s]/g, ""))}
          rightSection={<span className={classes.unit}>{formatMoney(textOf(value), null)}</span>}
          rightSectionWidth={76}
          rightSectionPointerEvents="none"
        />
      );
    case "date":
    case "instant":
      return (
        <DateField
          id={id}
          label={input.label}
          description={input.description}
          error={error}
          isRequired={field.isRequired}
          value={textOf(value)}
          onChange={set}
          hasTime={field.control === "instant"}
        />
      );
    case "media":
      return hints.media ? (
        <Upload
          media={hints.media}
          label={input.label}
          error={error}
          max={field.maxCount}
          value={listOf(value).map(Number)}
          onChange={set}
        />
      ) : null;
    case "password":
      return <PasswordInput {...input} value={textOf(value)} onChange={(event) => set(event.currentTarget.value)} />;
    default:
      return (
        <TextInput
          {...input}
          type={field.control === "phone" ? "tel" : "text"}
          maxLength={field.maxLength}
          value={textOf(value)}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
  }
});

/** What was typed as a number; what is none stays as it is, so that the schema can say so. */
function numberOf(text: string): number | string {
  const typed = text.trim();
  return typed !== "" && Number.isFinite(Number(typed)) ? Number(typed) : typed;
}

interface ControlProps {
  input: { id: string; label: string; description?: string; error: ReactNode; withAsterisk: boolean };
  field: Field;
  onChange: (value: unknown) => void;
}

function LongText({ input, field, value, onChange }: ControlProps & { value: string }) {
  const counter = field.maxLength ? `${value.length}/${field.maxLength}` : undefined;
  return (
    <>
      <Textarea
        {...input}
        autosize
        minRows={3}
        maxRows={12}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {counter ? (
        <div aria-hidden className={classes.counter}>
          {counter}
        </div>
      ) : null}
    </>
  );
}

function Choice({ input, field, hints, value, onChange }: ControlProps & { hints: FieldHints; value: unknown }) {
  const isRemote = isSearched(field.scene);
  const words = useScene(isRemote ? undefined : field.scene);
  const chosen = listOf(value);
  if (field.scene === "users" && !field.isMany)
    return (
      <StaffPicker
        perm={hints.perm}
        value={typeof value === "number" ? value : null}
        onChange={onChange}
        input={input}
      />
    );
  if (isRemote && field.scene)
    return (
      <RemoteSelect
        scene={field.scene}
        isMany={field.isMany}
        value={chosen.map(Number)}
        onChange={(ids) => onChange(field.isMany ? ids : (ids[0] ?? null))}
        input={{ placeholder: t("输入名称搜索"), ...input }}
      />
    );
  const isOffered = (option: string) => !hints.only || hints.only.includes(option) || chosen.includes(option);
  // A value that is no longer offered stays where a record holds it.
  const data = field.options
    ? Object.entries(field.options)
        .filter(([option]) => isOffered(option))
        .map(([option, label]) => ({ value: option, label: t(label) }))
    : words
        .filter((word) => !word.disabled || chosen.map(String).includes(String(word.value)))
        .map((word) => ({ value: String(word.value), label: word.label }));
  const common = {
    ...input,
    data,
    placeholder: t("请选择"),
    searchable: data.length > 8,
    ...selectLook,
    clearButtonProps: { "aria-label": t("清空{label}", { label: field.label }) },
    nothingFoundMessage: t("没有找到"),
  };
  if (field.isMany)
    return (
      <MultiSelect
        {...common}
        placeholder={chosen.length ? undefined : common.placeholder}
        clearable
        maxValues={field.maxCount}
        value={chosen.map(String)}
        onChange={onChange}
      />
    );
  return (
    <Select
      {...common}
      clearable={!field.isRequired && !field.hasDefault}
      allowDeselect={false}
      value={chosen.length ? String(chosen[0]) : null}
      onChange={onChange}
    />
  );
}
