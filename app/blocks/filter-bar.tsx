import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import { Button, Drawer, MultiSelect, Select, TextInput } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconChevronDown, IconChevronUp, IconSearch } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { t } from "~/app/i18n/t";
import { DaysField } from "./date-field";
import classes from "./filter-bar.module.css";
import type { Filter } from "./list-filters";
import { RemoteSelect } from "./remote-select";
import { useScene } from "./scenes";
import { selectLook } from "./select-look";
import { useIsPhone } from "./use-is-phone";
import { isSearched } from "./value";

type Query = Record<string, unknown>;

/** More than these stand under 展开. */
const inline = 4;

interface FilterBarProps {
  filters: readonly Filter[];
  query: Query;
  onSubmit: (query: Query) => void;
  onReset: () => void;
}

/** A list's filters: a choice acts at once, typed text with Enter or 查询. On the phone they stand in a drawer and act together. */
export function FilterBar({ filters, query, onSubmit, onReset }: FilterBarProps) {
  const isPhone = useIsPhone();
  const names = filters.flatMap((filter) => filter.names);
  const told = JSON.stringify(names.map((name) => query[name]));
  const [draft, setDraft] = useState({ told, values: query });
  // The address changed otherwise (back, 重置, a link): what was typed gives way to it.
  if (draft.told !== told) setDraft({ told, values: query });
  const { values } = draft;
  const set = (part: Query) => setDraft({ told, values: { ...values, ...part } });
  const submit = (part: Query = {}) => {
    const next = { ...values, ...part };
    onSubmit(Object.fromEntries(names.map((name) => [name, next[name]])));
  };
  const reset = () => {
    setDraft({ told, values: {} });
    onReset();
  };
  const Bar = isPhone ? PhoneBar : DeskBar;
  return <Bar filters={filters} values={values} query={query} onChange={set} onSubmit={submit} onReset={reset} />;
}

interface BarProps {
  filters: readonly Filter[];
  /** What stands in the inputs. */
  values: Query;
  /** What is in force. */
  query: Query;
  onChange: (part: Query) => void;
  onSubmit: (part?: Query) => void;
  onReset: () => void;
}

const isSet = (query: Query) => (filter: Filter) =>
  filter.names.some((name) => {
    const value = query[name];
    return value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
  });

function DeskBar({ filters, values, query, onChange, onSubmit, onReset }: BarProps) {
  const rest = filters.slice(inline);
  const [isOpen, setIsOpen] = useState(() => rest.some(isSet(query)));
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const choose = (filter: Filter) => (part: Query) => {
    onChange(part);
    if (filter.kind !== "keyword" && filter.kind !== "text") onSubmit(part);
  };
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    // biome-ignore lint/a11y/useSemanticElements: React 18 does not know <search>.
    <form className={classes.bar} onSubmit={send} role="search" aria-label={t("筛选")}>
      {(isOpen ? filters : filters.slice(0, inline)).map((filter) => (
        <FilterInput key={filter.names[0]} filter={filter} values={values} onChange={choose(filter)} />
      ))}
      <div className={classes.acts}>
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
          {t("查询")}
        </Button>
        <Button variant="default" onClick={onReset}>
          {t("重置")}
        </Button>
        {rest.length ? (
          <Button
            variant="subtle"
            px={8}
            onClick={() => setIsOpen(!isOpen)}
            aria-expanded={isOpen}
            rightSection={<Chevron size={16} aria-hidden />}
          >
            {isOpen ? t("收起") : t("展开")}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function PhoneBar({ filters, values, query, onChange, onSubmit, onReset }: BarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const keyword = filters.find(({ kind }) => kind === "keyword");
  const others = filters.filter((filter) => filter !== keyword);
  const count = others.filter(isSet(query)).length;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setIsOpen(false);
    onSubmit();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: React 18 does not know <search>. */}
      <form className={classes.phone} onSubmit={send} role="search" aria-label={t("筛选")}>
        {keyword ? <FilterInput filter={keyword} values={values} onChange={onChange} isBare /> : null}
        {others.length ? (
          <Button
            variant="default"
            onClick={() => setIsOpen(true)}
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            aria-haspopup="dialog"
          >
            {count ? t("筛选 · {count}", { count }) : t("筛选")}
          </Button>
        ) : null}
      </form>
      <Drawer
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        position="bottom"
        size="auto"
        title={t("筛选")}
        closeButtonProps={{ "aria-label": t("关闭") }}
      >
        <form onSubmit={send}>
          <div className={classes.fields}>
            {others.map((filter) => (
              <FilterInput key={filter.names[0]} filter={filter} values={values} onChange={onChange} />
            ))}
          </div>
          <div className={classes.foot}>
            <Button
              variant="default"
              onClick={() => {
                setIsOpen(false);
                onReset();
              }}
            >
              {t("重置")}
            </Button>
            <Button type="submit">{t("查询")}</Button>
          </div>
        </form>
      </Drawer>
    </>
  );
}

interface FilterInputProps {
  filter: Filter;
  values: Query;
  onChange: (part: Query) => void;
  /** Without a visible label. */
  isBare?: boolean;
}

const textOf = (value: unknown) => (value === undefined || value === null ? "" : String(value));

function FilterInput({ filter, values, onChange, isBare = false }: FilterInputProps) {
  const [name, until] = filter.names;
  const label = t(filter.label);
  const value = values[name];
  if (filter.kind === "days" && until) {
    const days = [textOf(value) || null, textOf(values[until]) || null] as const;
    return (
      <DaysField
        label={label}
        value={days}
        onChange={([from, to]) => onChange({ [name]: from ?? undefined, [until]: to ?? undefined })}
      />
    );
  }
  if (filter.kind === "options")
    return <OptionsInput filter={filter} value={value} onChange={(next) => onChange({ [name]: next })} />;
  if (filter.kind === "yes-no")
    return (
      <Select
        label={label}
        placeholder={t("全部")}
        data={[
          { value: "1", label: t("是") },
          { value: "0", label: t("否") },
        ]}
        value={value === undefined ? null : value ? "1" : "0"}
        onChange={(next) => onChange({ [name]: next === null ? undefined : next === "1" })}
        {...selectLook}
        clearable
      />
    );
  const shown = isBare ? { "aria-label": label, placeholder: label } : { label: label };
  return (
    <TextInput
      {...shown}
      type="search"
      enterKeyHint="search"
      maxLength={50}
      leftSection={filter.kind === "keyword" ? <IconSearch size={16} stroke={1.6} aria-hidden /> : undefined}
      value={textOf(value)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
}

interface OptionsInputProps {
  filter: Filter;
  value: unknown;
  onChange: (value: unknown) => void;
}

function OptionsInput({ filter, value, onChange }: OptionsInputProps) {
  const label = t(filter.label);
  const words = useScene(isSearched(filter.scene) ? undefined : filter.scene);
  const list: unknown[] = Array.isArray(value)
    ? value
    : value === undefined || value === null || value === ""
      ? []
      : [value];
  if (isSearched(filter.scene))
    return (
      <RemoteSelect
        scene={filter.scene}
        isMany={filter.isMany}
        value={list.map(Number)}
        onChange={(ids) => onChange(filter.isMany ? ids : ids[0])}
        input={{ label, placeholder: t("全部") }}
      />
    );
  const data = filter.options
    ? Object.entries(filter.options).map(([option, label]) => ({ value: option, label: t(label) }))
    : words.map((option) => ({ value: String(option.value), label: option.label }));
  const common = {
    label,
    data,
    clearable: true,
    searchable: data.length > 8,
    ...selectLook,
    clearButtonProps: { "aria-label": t("清空{label}", { label }) },
  };
  if (!filter.isMany)
    return (
      <Select
        {...common}
        placeholder={t("全部")}
        value={list[0] === undefined ? null : String(list[0])}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  return (
    <MultiSelect
      {...common}
      placeholder={list.length ? undefined : t("全部")}
      value={list.map(String)}
      onChange={(next) => onChange(next.length ? next : undefined)}
      styles={{ pillsList: { flexWrap: "nowrap", overflow: "hidden" } }}
    />
  );
}
