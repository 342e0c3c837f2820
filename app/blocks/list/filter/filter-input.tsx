import { Input, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { ChoiceChips, fitsChips } from "~/app/blocks/form/field/choice-chips";
import { DaysField } from "~/app/blocks/form/field/date-field";
import { listOf } from "~/app/blocks/form/field/input-text";
import { RemoteSelect } from "~/app/blocks/form/field/remote-select";
import { SelectMany, SelectOne } from "~/app/blocks/form/field/selects";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { useScene } from "~/app/session/scenes";
import { isSearched } from "~/contract/shared/option";
import type { Filter } from "./list-filters";

type Query = Record<string, unknown>;

interface FilterInputProps {
  filter: Filter;
  values: Query;
  onChange: (part: Query) => void;
  isBare?: boolean;
  isOpen?: boolean;
}

/** More options than these are a select there as well. */
const mostOpen = 16;

const textOf = (value: unknown) => (value === undefined || value === null ? "" : String(value));

export function FilterInput({ filter, values, onChange, isBare = false, isOpen = false }: FilterInputProps) {
  const [name, until] = filter.names;
  const label = t(filter.label);
  const value = values[name];
  const shown: Shown = isBare ? { "aria-label": label, placeholder: label } : { label, placeholder: t("全部") };
  if (filter.kind === "days" && until) {
    const days = [textOf(value) || null, textOf(values[until]) || null] as const;
    return (
      <DaysField
        label={label}
        isBare={isBare}
        value={days}
        onChange={([from, to]) => onChange({ [name]: from ?? undefined, [until]: to ?? undefined })}
      />
    );
  }
  if (filter.kind === "options")
    return (
      <OptionsInput
        {...{ filter, shown, value, isOpen }}
        country={filter.within && values[filter.within]}
        onChange={(next) => onChange({ [name]: next })}
      />
    );
  if (filter.kind === "yes-no")
    return <YesNoInput {...{ shown, value, isOpen, label }} onChange={(next) => onChange({ [name]: next })} />;
  if (filter.kind === "number")
    return (
      <NumberInput
        {...(isBare ? shown : { label })}
        value={textOf(value)}
        onChange={(next) => onChange({ [name]: next })}
      />
    );
  if (filter.kind === "numbers" && until)
    return (
      <Input.Wrapper label={isBare ? undefined : label} labelElement="div">
        <fieldset
          className={`${basic.bare} ${basic.grid} ${basic.gap6} ${basic.dim}`}
          style={{ gridTemplateColumns: "minmax(0, 1fr) auto minmax(0, 1fr)", alignItems: "center" }}
          aria-label={label}
        >
          <NumberInput
            placeholder={isBare ? label : t(filter.ends?.[0] ?? "最低")}
            aria-label={t(filter.ends?.[0] ?? "最低")}
            value={textOf(value)}
            onChange={(next) => onChange({ [name]: next })}
          />
          <span aria-hidden>–</span>
          <NumberInput
            placeholder={t(filter.ends?.[1] ?? "最高")}
            aria-label={t(filter.ends?.[1] ?? "最高")}
            value={textOf(values[until])}
            onChange={(next) => onChange({ [until]: next })}
          />
        </fieldset>
      </Input.Wrapper>
    );
  return (
    <TextInput
      {...(isBare ? shown : { label })}
      type="search"
      enterKeyHint="search"
      maxLength={50}
      leftSection={filter.kind === "keyword" ? <IconSearch size={16} stroke={1.6} aria-hidden /> : undefined}
      value={textOf(value)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
}

type Shown = Partial<Record<"label" | "placeholder" | "aria-label", string>>;

interface NumberInputProps extends Shown {
  value: string;
  onChange: (value: string | undefined) => void;
}

const NumberInput = ({ value, onChange, ...shown }: NumberInputProps) => (
  <TextInput
    {...shown}
    inputMode="decimal"
    maxLength={16}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value.replace(/[^\d.]/g, "") || undefined)}
  />
);

interface YesNoInputProps {
  shown: Shown;
  label: string;
  value: unknown;
  isOpen: boolean;
  onChange: (value?: boolean) => void;
}

function YesNoInput({ shown, label, value, isOpen, onChange }: YesNoInputProps) {
  const isPhone = useIsPhone();
  const data = [
    { value: "1", label: t("是") },
    { value: "0", label: t("否") },
  ];
  const present = value === undefined ? null : value ? "1" : "0";
  const choose = (next: string | null | undefined) => onChange(next ? next === "1" : undefined);
  if (isOpen || (isPhone && shown.label))
    return (
      <ChoiceChips
        label={label}
        isBare={!shown.label}
        data={data}
        value={present ? [present] : []}
        onChange={([next]) => choose(next)}
        isClearable
      />
    );
  return <SelectOne {...shown} data={data} value={present} onChange={choose} clearable />;
}

interface OptionsInputProps {
  filter: Filter;
  shown: Shown;
  value: unknown;
  isOpen: boolean;
  country: unknown;
  onChange: (value: unknown) => void;
}

function OptionsInput({ filter, shown, value, isOpen, country, onChange }: OptionsInputProps) {
  const label = t(filter.label);
  const isPhone = useIsPhone();
  const dictionary = useScene(isSearched(filter.scene) ? undefined : filter.scene);
  const list = listOf(value);
  if (isSearched(filter.scene))
    return (
      <RemoteSelect
        scene={filter.scene}
        isMany={filter.isMany}
        countries={listOf(country).map(String)}
        value={list.map(Number)}
        onChange={(ids) => onChange(filter.isMany ? ids : ids[0])}
        input={shown}
      />
    );
  const data = filter.options
    ? Object.entries(filter.options).map(([option, label]) => ({ value: option, label: t(label) }))
    : dictionary.map((option) => ({ value: String(option.value), label: option.label }));
  if (isOpen ? fitsChips(data, mostOpen) : isPhone && shown.label && fitsChips(data))
    return (
      <ChoiceChips
        label={label}
        isBare={!shown.label}
        data={data}
        value={list.map(String)}
        onChange={(next) => onChange(filter.isMany && next.length ? next : next[0])}
        isMany={filter.isMany}
        isClearable
      />
    );
  const common = {
    ...shown,
    data,
    clearable: true,
    searchable: data.length > 8,
    clearButtonProps: { "aria-label": t("清空{label}", { label }) },
  };
  if (!filter.isMany)
    return (
      <SelectOne
        {...common}
        value={list[0] === undefined ? null : String(list[0])}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  return (
    <SelectMany
      {...common}
      placeholder={list.length ? undefined : shown.placeholder}
      value={list.map(String)}
      onChange={(next) => onChange(next.length ? next : undefined)}
      isOneLine
    />
  );
}
