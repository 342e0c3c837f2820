import "@mantine/core/styles/Switch.css";
import { Box, PasswordInput, Switch, Textarea, TextInput } from "@mantine/core";
import { memo, type ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { type Cell, type MediaControlProps, useSlots } from "~/app/blocks/slots";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import { currencyName, formatMoney } from "~/contract/format";
import { ChoiceField, type ChoiceHints, type ControlProps } from "./choice-field";
import { DateField } from "./date-field";
import { listOf, textOf } from "./input-text";
import { NumberField } from "./number-field";
import { PhoneInput } from "./phone-input";
import type { Field } from "./schema-fields";

/** What a screen says of a field beyond its contract. */
export interface FieldHints extends ChoiceHints {
  media?: MediaControlProps["media"];
  isLocked?: boolean;
}

interface FieldContext {
  note?: ReactNode;
  /** The country, or several, that narrow the search. */
  country?: unknown;
  code?: { field: Field; value: unknown };
}

interface FieldInputProps {
  id: string;
  field: Field;
  hints: FieldHints;
  context?: FieldContext;
  currency?: unknown;
  value: unknown;
  error: ReactNode;
  onChange: (name: string, value: unknown) => void;
  onBlur: (name: string) => void;
}

const noHints: FieldHints = {};
const stay = () => undefined;

// A form has many fields, and one of them changes.
/** One field of a record form: its control by the contract's meta, with label, help, limits and required mark. */
export const FieldInput = memo(function FieldInput(props: FieldInputProps) {
  const { id, field, hints, context, currency, value, error, onChange, onBlur } = props;
  const set = (next: unknown) => onChange(field.name, next);
  const input = {
    id,
    label: t(field.label),
    description: context?.note ?? (field.help && t(field.help)),
    disabled: hints.isLocked,
    error,
    withAsterisk: field.isRequired,
    required: false,
    "aria-required": field.isRequired || undefined,
    onBlur: () => onBlur(field.name),
  };
  const control = { input, field, value, onChange: set };
  const labelled = { id, label: input.label, description: input.description, error };
  switch (field.control) {
    case "textarea":
      return <LongText {...control} value={textOf(value)} />;
    case "select":
    case "multi-select":
      return <ChoiceField {...control} hints={hints} country={context?.country} />;
    case "switch":
      return (
        <Switch
          {...labelled}
          disabled={input.disabled}
          checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)}
          mt={26}
        />
      );
    case "number":
      return <NumberField {...control} />;
    case "money":
      return <Amount {...control} value={textOf(value)} currency={textOf(currency)} />;
    case "date":
    case "instant":
      return (
        <DateField
          {...labelled}
          isRequired={field.isRequired}
          value={textOf(value)}
          onChange={set}
          hasTime={field.control === "instant"}
          emptyText={field.isNow && t("现在")}
          from={field.isAhead && shanghaiDay()}
          inSight={hints.inSight}
        />
      );
    case "month":
    case "tags":
    case "rich":
    case "stations":
    case "rows":
    case "media":
      return <PluginControl {...control} media={hints.media} />;
    case "password":
      return <PasswordInput {...input} value={textOf(value)} onChange={(event) => set(event.currentTarget.value)} />;
    default:
      if (context?.code)
        return (
          <PhoneInput
            {...control}
            value={textOf(value)}
            code={{ ...context.code, onChange: (next) => onChange(context.code?.field.name ?? "", next) }}
          />
        );
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

const below: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

function Amount({ input, field, value, currency, onChange }: ControlProps & { value: string; currency: string }) {
  const isAmount = /^-?\d+(\.\d*)?$/.test(value);
  const isShare = currency === "%";
  const named = isShare ? currency : currency && currencyName(currency);
  const amount = isAmount ? (isShare ? `${Number(value)}%` : formatMoney(value, currency)) : named;
  const said = `${amount}${field.unit ? t(field.unit) : ""}`;
  const where = useIsPhone()
    ? // Two share a line there: it is below.
      { description: input.description ?? said, inputWrapperOrder: below }
    : {
        rightSection: (
          <Box component="span" w="100%" pr={10} c="dimmed" fz={12} ta="right" className={basic.oneLine}>
            {said}
          </Box>
        ),
        rightSectionWidth: 24 + 11 * said.length,
        rightSectionPointerEvents: "none" as const,
      };
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/[,，\s]/g, ""))}
      {...where}
    />
  );
}

type PluginControlProps = ControlProps & { media: FieldHints["media"]; value: unknown };

/** Controls that few forms have: features, which the page provides. */
function PluginControl({ media, ...control }: PluginControlProps) {
  const { Media, Month, Tags, Rich, Stations, Rows } = useSlots();
  const { input, field, value, onChange } = control;
  switch (field.control) {
    case "month":
      return <Month {...control} value={textOf(value)} />;
    case "tags":
      return <Tags {...control} value={listOf(value).map(String)} />;
    case "rich":
      return <Rich {...control} value={textOf(value)} />;
    case "stations":
      return <Stations {...control} value={listOf(value)} draw={drawCell} />;
    case "rows":
      return <Rows {...control} value={listOf(value)} draw={drawCell} />;
    default:
      return media ? (
        <Media
          media={media}
          label={input.label}
          isRequired={field.isRequired}
          error={input.error}
          max={field.isMany ? field.maxCount : 1}
          value={listOf(value).map(Number)}
          onChange={(ids) => onChange(field.isMany ? ids : (ids[0] ?? null))}
        />
      ) : null;
  }
}

/** A cell of a list of rows is a field like any other; errors are shown only when the whole list is left. */
const drawCell = (cell: Cell) => <FieldInput {...cell} hints={noHints} onBlur={stay} />;

function LongText({ input, field, value, onChange }: ControlProps & { value: string }) {
  const counter = field.maxLength ? `${value.length}/${field.maxLength}` : undefined;
  return (
    // One cell in a row of others.
    <div>
      <Textarea
        {...input}
        autosize
        minRows={3}
        maxRows={12}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {counter ? (
        <Box aria-hidden c="dimmed" fz={12} ta="right" className={basic.oneLine}>
          {counter}
        </Box>
      ) : null}
    </div>
  );
}
