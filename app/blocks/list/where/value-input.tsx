import { TextInput } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { DateField } from "~/app/blocks/form/field/date-field";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { t } from "~/app/i18n/t";
import type { WhereValue } from "~/contract/where";
import type { WhereField } from "~/contract/where-fields";
import { FilterInput } from "../filter/filter-input";
import { dayOptions, periodOptions } from "./day-words";
import { type DraftCondition, shapeOf } from "./draft";
import classes from "./where-builder.module.css";

interface ValueInputProps {
  field: WhereField;
  condition: DraftCondition;
  error: string | undefined;
  isOpen?: boolean;
  onChange: (value: WhereValue | undefined) => void;
}

const textOf = (value: unknown) => (value === undefined || value === null ? "" : String(value));

export function ValueInput({ field, condition, error, isOpen, onChange }: ValueInputProps) {
  const { value, cmp } = condition;
  const { kind, options, scene } = field;
  const shape = shapeOf(kind, cmp);
  const isChosen = shape === "list" || shape === "period" || kind === "flag";
  const named = { label: t(field.label) };
  const label = isChosen ? t("选择{label}", named) : t("填写{label}", named);
  const ends: readonly unknown[] = Array.isArray(value) ? value : [];
  const setEnd = (index: number, end: string) => {
    const next = [textOf(ends[0]), textOf(ends[1])];
    next[index] = end;
    onChange(next.some(Boolean) ? next : undefined);
  };
  if (shape === "none") return null;
  if (shape === "list" || kind === "flag")
    return (
      <div className={classes.control} data-invalid={error !== undefined || undefined}>
        <FilterInput
          filter={{
            names: ["value"],
            label,
            kind: kind === "flag" ? "yes-no" : "options",
            options,
            scene,
            isMany: true,
          }}
          values={{ value }}
          onChange={({ value: next }) => onChange(next as WhereValue | undefined)}
          isBare
          isOpen={isOpen}
        />
      </div>
    );
  if (shape === "period")
    return (
      <SelectOne
        aria-label={label}
        placeholder={t("请选择")}
        data={periodOptions(value)}
        value={typeof value === "string" ? value : null}
        onChange={(next) => onChange(next ?? undefined)}
        error={error !== undefined}
      />
    );
  if (kind === "day" && shape === "range")
    return (
      <fieldset className={`${basic.bare} ${basic.grid} ${basic.gap6} ${classes.range}`} aria-label={label}>
        <DayInput label={t("开始")} value={textOf(ends[0])} onChange={(day) => setEnd(0, day)} />
        <DayInput label={t("结束")} value={textOf(ends[1])} onChange={(day) => setEnd(1, day)} />
      </fieldset>
    );
  if (kind === "day")
    return <DayInput label={label} value={textOf(value)} onChange={(day) => onChange(day || undefined)} />;
  if (shape === "range")
    return (
      <fieldset className={`${basic.bare} ${basic.grid} ${basic.gap6} ${classes.range}`} aria-label={label}>
        <NumberInput
          label={t("最低")}
          value={textOf(ends[0])}
          onChange={(end) => setEnd(0, end)}
          isWrong={error !== undefined}
        />
        <NumberInput
          label={t("最高")}
          value={textOf(ends[1])}
          onChange={(end) => setEnd(1, end)}
          isWrong={error !== undefined}
        />
      </fieldset>
    );
  if (kind === "number")
    return (
      <NumberInput
        label={label}
        value={textOf(value)}
        onChange={(next) => onChange(next || undefined)}
        isWrong={error !== undefined}
      />
    );
  return (
    <TextInput
      aria-label={label}
      maxLength={100}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      error={error !== undefined}
    />
  );
}

interface NumberInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isWrong: boolean;
}

const NumberInput = ({ label, value, onChange, isWrong }: NumberInputProps) => (
  <TextInput
    aria-label={label}
    placeholder={label}
    inputMode="decimal"
    maxLength={16}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value.replace(/[^\d.-]/g, ""))}
    error={isWrong}
  />
);

const calendar = "calendar";

function DayInput({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const isOfCalendar = /^\d{4}/.test(value) || value === "";
  return (
    <div className={`${basic.column} ${basic.gap6}`}>
      <SelectOne
        aria-label={t("{label}：日期方式", { label })}
        data={[{ value: calendar, label: t("日历日期") }, ...dayOptions(value)]}
        value={isOfCalendar ? calendar : value}
        onChange={(next) => next && onChange(next === calendar ? "" : next)}
        allowDeselect={false}
      />
      {isOfCalendar ? <DateField label={label} value={value} onChange={onChange} isBare /> : null}
    </div>
  );
}
