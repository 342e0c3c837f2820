import { Button } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { t } from "~/app/i18n/t";
import type { Endpoint } from "~/contract/endpoint";
import { Sheet } from "../feedback/sheet";
import { Kbd } from "../shortcuts/kbd";
import { useShortcuts } from "../shortcuts/shortcuts";
import { useIsPhone } from "../use-is-phone";
import classes from "./filter-bar.module.css";
import { FilterChip } from "./filter-chip";
import { FilterInput } from "./filter-input";
import type { Filter } from "./list-filters";
import { useWhere } from "./where/use-where";

type Query = Record<string, unknown>;

/** What one types acts with Enter or 查询, a choice at once. */
const typed: readonly Filter["kind"][] = ["keyword", "text", "number", "numbers"];

/** More than these stand under 展开. */
const inline = 4;

interface FilterBarProps {
  /** Of a list, whose conditions can be built. */
  endpoint?: Endpoint;
  filters: readonly Filter[];
  query: Query;
  onSubmit: (query: Query) => void;
  onReset: () => void;
  /** Stand at the end of the line. */
  tools?: ReactNode;
}

/** A list's filters: a choice acts at once, typed text with Enter or 查询. On the phone they stand in a drawer and act together. */
export function FilterBar({ endpoint, filters, query, onSubmit, onReset, tools }: FilterBarProps) {
  const isPhone = useIsPhone();
  const { where, button, chips, panel } = useWhere(endpoint, query, onSubmit);
  const names = filters.flatMap((filter) => filter.names);
  const submitted = JSON.stringify(names.map((name) => query[name]));
  const [draft, setDraft] = useState({ submitted, values: query });
  // The address changed otherwise (back, 重置, a link): what was typed gives way to it.
  if (draft.submitted !== submitted) setDraft({ submitted, values: query });
  const { values } = draft;
  /** With what a newly chosen country leaves without sense. */
  const whole = (part: Query): Query => {
    const narrowed = filters.filter(({ within = "" }) => within in part).flatMap((filter) => filter.names);
    return { ...values, ...Object.fromEntries(narrowed.map((name) => [name, undefined])), ...part };
  };
  const set = (part: Query) => setDraft({ submitted, values: whole(part) });
  const submit = (part: Query = {}) => {
    const next = whole(part);
    onSubmit(Object.fromEntries(names.map((name) => [name, next[name]])));
  };
  const reset = () => {
    setDraft({ submitted, values: {} });
    onReset();
  };
  const Bar = isPhone ? PhoneBar : DeskBar;
  return (
    <>
      <Bar
        isBuilt={where !== undefined}
        builder={button}
        filters={filters}
        values={values}
        query={query}
        onChange={set}
        onSubmit={submit}
        onReset={reset}
        tools={tools}
      />
      {chips}
      {panel}
    </>
  );
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
  tools: ReactNode;
  /** Opens the builder of conditions; absent where a list has none. */
  builder: ReactNode;
  /** Conditions are in force. */
  isBuilt: boolean;
}

const isSet = (query: Query) => (filter: Filter) =>
  filter.names.some((name) => {
    const value = query[name];
    return value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
  });

function DeskBar({ filters, values, query, onChange, onSubmit, onReset, tools, builder, isBuilt }: BarProps) {
  const [first, rest] = [filters.slice(0, inline), filters.slice(inline)];
  const [isOpen, setIsOpen] = useState(false);
  const chips = isOpen ? [] : rest.filter(isSet(query));
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const choose = (filter: Filter) => (part: Query) => {
    onChange(part);
    if (!typed.includes(filter.kind)) onSubmit(part);
  };
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  const bar = useRef<HTMLFormElement>(null);
  const search = () => {
    const field = bar.current?.querySelector<HTMLInputElement>("[data-kind=keyword] input");
    field?.focus();
    field?.select();
  };
  const hasKeyword = first.some(({ kind }) => kind === "keyword");
  useShortcuts("list", () => [hasKeyword && { key: "/", label: t("搜索本列表"), run: search }]);
  return (
    <>
      <div className={classes.line}>
        {/* biome-ignore lint/a11y/useSemanticElements: React 18 does not know <search>. */}
        <form ref={bar} className={classes.bar} onSubmit={send} role="search" aria-label={t("筛选")}>
          {first.map((filter) => (
            <div key={filter.names[0]} className={classes.input} data-kind={filter.kind}>
              <FilterInput filter={filter} values={values} onChange={choose(filter)} isBare />
              {filter.kind === "keyword" ? <Kbd of="/" /> : null}
            </div>
          ))}
          {filters.some(({ kind }) => typed.includes(kind)) ? (
            <Button type="submit" variant="default" px={12}>
              {t("查询")}
            </Button>
          ) : null}
          {rest.length ? (
            <Button
              variant="subtle"
              px={6}
              onClick={() => setIsOpen(!isOpen)}
              aria-expanded={isOpen}
              rightSection={<Chevron size={16} aria-hidden />}
            >
              {isOpen ? t("收起") : t("展开")}
            </Button>
          ) : null}
          {builder}
          {isBuilt || filters.some(isSet(query)) ? (
            <Button variant="subtle" color="gray" px={6} onClick={onReset}>
              {t("重置")}
            </Button>
          ) : null}
        </form>
        <div className={classes.tools}>{tools}</div>
      </div>
      {isOpen ? (
        <form className={classes.more} onSubmit={send} aria-label={t("更多筛选")}>
          {rest.map((filter) => (
            <FilterInput key={filter.names[0]} filter={filter} values={values} onChange={choose(filter)} />
          ))}
          {/* Enter sends a form of several inputs only where it has a button. */}
          <button type="submit" hidden />
        </form>
      ) : null}
      {chips.length ? (
        <ul className={classes.chips} aria-label={t("更多筛选条件")}>
          {chips.map((filter) => (
            <FilterChip key={filter.names[0]} filter={filter} query={query} onRemove={onSubmit} />
          ))}
        </ul>
      ) : null}
    </>
  );
}

function PhoneBar({ filters, values, query, onChange, onSubmit, onReset, builder, tools }: BarProps) {
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
        {builder}
        {tools}
      </form>
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={t("筛选")}>
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
      </Sheet>
    </>
  );
}
