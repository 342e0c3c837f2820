import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { isBlank, Value } from "~/app/blocks/detail/value";
import { t } from "~/app/i18n/t";
import type { Endpoint } from "~/contract/endpoint";
import { type Condition, isGroup, type Where, type WhereItem, whereOps } from "~/contract/where";
import { type WhereField, whereFields } from "~/contract/where-fields";
import { dayWord, periodWord } from "../where/day-words";
import { comparisonLabel } from "../where/draft";
import classes from "./filter-bar.module.css";
import type { Filter } from "./list-filters";
import { builderKey, isSet, narrowingsOf, unset } from "./narrowing";

type Query = Record<string, unknown>;

interface FilterChipsProps {
  endpoint: Endpoint | undefined;
  filters: readonly Filter[];
  query: Query;
  isOff: (filter: Filter) => boolean;
  onChange: (part: Query) => void;
  onOpen: (key: string) => void;
}

export function FilterChips({ endpoint, filters, query, isOff, onChange, onOpen }: FilterChipsProps) {
  const where = query.where as Where | undefined;
  const fields = endpoint ? whereFields(endpoint) : [];
  const narrowings = narrowingsOf(endpoint, filters);
  const remove = (item: WhereItem) => {
    const items = where?.items.filter((one) => one !== item) ?? [];
    onChange({ where: where && items.length ? { ...where, items } : undefined });
  };
  const keyOf = (item: WhereItem) =>
    (where?.op === "and" && !isGroup(item) && narrowings.find(({ field }) => field?.name === item.field)?.key) ||
    builderKey;
  return (
    <ul className={`${basic.flex} ${basic.list} ${basic.gap6}`} aria-label={t("筛选条件")}>
      {filters.map((filter) =>
        filter.kind !== "keyword" && isSet(query, filter) ? (
          <Chip
            key={filter.names[0]}
            label={t(filter.label)}
            onOpen={() => onOpen(filter.names[0])}
            onRemove={isOff(filter) ? () => onChange(unset(filter)) : undefined}
          >
            {t(filter.label)}：<FilterWords filter={filter} query={query} />
          </Chip>
        ) : null,
      )}
      {where && where.items.length > 1 && where.op === "or" ? (
        <li className={`${basic.fixed} ${basic.dim} ${basic.size13} ${classes.op}`}>{t(whereOps[where.op])}</li>
      ) : null}
      {where?.items.map((item, index) => (
        <Chip
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id, and two may be equal.
          key={index}
          label={labelOf(fields, item)}
          onOpen={() => onOpen(keyOf(item))}
          onRemove={() => remove(item)}
        >
          <ItemWords fields={fields} item={item} />
        </Chip>
      ))}
    </ul>
  );
}

interface ChipProps {
  label: string;
  onOpen: () => void;
  onRemove: (() => void) | undefined;
  children: ReactNode;
}

const Chip = ({ label, onOpen, onRemove, children }: ChipProps) => (
  <li className={`${basic.inlineRow} ${basic.fixed} ${basic.size13} ${classes.chip}`}>
    <button
      type="button"
      className={`${basic.plain} ${basic.cut} ${basic.shrinks} ${classes.chipText}`}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {children}
    </button>
    {onRemove ? (
      <button
        type="button"
        className={`${basic.plain} ${basic.inlineRow} ${basic.centered} ${basic.fixed} ${classes.chipOff}`}
        aria-label={t("去掉{label}", { label })}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </button>
    ) : null}
  </li>
);

function FilterWords({ filter: { names, kind, options, scene }, query }: { filter: Filter; query: Query }): ReactNode {
  const [name, until] = names;
  if (kind === "yes-no") return query[name] ? t("是") : t("否");
  if (!until) return <Value field={{ options, scene }} value={query[name]} />;
  const [from, to] = [query[name], query[until]];
  if (isBlank(to)) return t("{from}起", { from: String(from) });
  if (isBlank(from)) return t("至{to}", { to: String(to) });
  return kind === "days" ? t("{from} 至 {to}", { from: String(from), to: String(to) }) : `${from}–${to}`;
}

function labelOf(fields: readonly WhereField[], item: WhereItem): string {
  if (isGroup(item)) return t("条件组");
  return t(fields.find(({ name }) => name === item.field)?.label ?? item.field);
}

function ItemWords({ fields, item }: { fields: readonly WhereField[]; item: WhereItem }): ReactNode {
  if (!isGroup(item)) return <ConditionWords field={fields.find(({ name }) => name === item.field)} of={item} />;
  return item.items.map((one, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    <span key={index}>
      {index ? (item.op === "and" ? t(" 且 ") : t(" 或 ")) : ""}
      <ItemWords fields={fields} item={one} />
    </span>
  ));
}

function ConditionWords({ field, of: { field: name, cmp, value } }: { field: WhereField | undefined; of: Condition }) {
  if (!field) return name;
  return (
    <>
      {t(field.label)} {cmp === "within" ? "" : `${t(comparisonLabel(field.kind, cmp))} `}
      <Words field={field} cmp={cmp} value={value} />
    </>
  );
}

function Words({ field, cmp, value }: { field: WhereField } & Pick<Condition, "cmp" | "value">): ReactNode {
  if (value === undefined) return null;
  if (field.kind === "flag") return value ? t("是") : t("否");
  if (cmp === "within") return periodWord(String(value));
  const list = Array.isArray(value) ? value : [value];
  if (field.kind === "day") return list.map((day) => dayWord(String(day))).join(t(" 至 "));
  if (cmp === "between") return list.join(" – ");
  return field.options || field.scene ? <Value field={field} value={list} /> : list.join("、");
}
