import { IconX } from "@tabler/icons-react";
import { z } from "zod";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { useScene } from "~/app/session/scenes";
import type { Group } from "~/contract/common";
import type { Endpoint } from "~/contract/endpoint";
import type { Condition, Where } from "~/contract/where";
import { groupFields, type WhereField } from "~/contract/where-fields";
import { formatTotal } from "../format-total";
import { conditionOn, withCondition, withoutCondition } from "./condition-on";
import classes from "./group-strip.module.css";

interface GroupStripProps {
  endpoint: Endpoint;
  query: Record<string, unknown>;
  groups: readonly Group[];
  onChange: (query: Record<string, unknown>) => void;
}

export function GroupStrip({ endpoint, query, groups, onChange }: GroupStripProps) {
  const field = groupFields(endpoint).find(({ name }) => name === query.group);
  const dictionary = useScene(field?.scene);
  if (!field) return null;
  const labelOf = labelsOf(field, dictionary);
  const present = valueIn(endpoint, field, query);
  const title = t(field.label);
  return (
    <fieldset
      className={`${basic.bare} ${basic.wrap} ${basic.gap6} ${classes.strip}`}
      aria-label={t("按{label}分组", { label: title })}
    >
      <span className={`${basic.dim} ${basic.size13}`}>{title}</span>
      {inOrder(field, groups).map(({ value, count, count_capped }) => {
        const isChosen = present === value;
        const to = narrowedTo(endpoint, field, query, isChosen ? undefined : value);
        return (
          <button
            key={value ?? ""}
            type="button"
            className={`${basic.plain} ${basic.inlineRow} ${basic.gap6} ${basic.size13} ${classes.chip}`}
            aria-pressed={isChosen}
            disabled={to === undefined}
            title={to === undefined ? t("请先简化组合条件") : undefined}
            onClick={() => to && onChange(to)}
          >
            {labelOf(value)} <b className={basic.bold}>{formatTotal({ total: count, total_capped: count_capped })}</b>
          </button>
        );
      })}
      <button
        type="button"
        className={`${basic.plain} ${basic.inlineRow} ${basic.centered} ${classes.off}`}
        aria-label={t("取消分组")}
        onClick={() => onChange({ group: undefined })}
      >
        <IconX size={14} aria-hidden />
      </button>
    </fieldset>
  );
}

type Labels = readonly { value: string | number; label: string }[];

function labelsOf({ options }: WhereField, dictionary: Labels) {
  return (value: string | null): string => {
    if (value === null || value === "") return t("未填写");
    const known = options?.[value] ?? dictionary.find((one) => String(one.value) === value)?.label;
    return t(known ?? value);
  };
}

function inOrder({ options }: WhereField, groups: readonly Group[]): readonly Group[] {
  if (!options) return groups;
  const order = Object.keys(options);
  const place = ({ value }: Group) => (value === null ? order.length : order.indexOf(value));
  return [...groups].sort((one, other) => place(one) - place(other));
}

type Query = Readonly<Record<string, unknown>>;

const isOwnFilter = ({ query }: Endpoint, name: string) =>
  query instanceof z.ZodObject && query.shape[name]?.safeParse("").success === true;

function valueIn(endpoint: Endpoint, { name }: WhereField, query: Query): string | null | undefined {
  const own = query[name];
  if (isOwnFilter(endpoint, name) && Array.isArray(own)) return own.length === 1 ? String(own[0]) : undefined;
  const condition = conditionOn(query.where as Where | undefined, name);
  if (condition?.cmp === "empty") return null;
  const list = Array.isArray(condition?.value) ? condition.value : [];
  return condition?.cmp === "in" && list.length === 1 ? String(list[0]) : undefined;
}

function narrowedTo(
  endpoint: Endpoint,
  { name }: WhereField,
  query: Query,
  value: string | null | undefined,
): Record<string, unknown> | undefined {
  const where = query.where as Where | undefined;
  const rest = withoutCondition(where, name);
  if (value === undefined) return { [name]: undefined, where: rest };
  if (value !== null && isOwnFilter(endpoint, name)) return { [name]: [value], where: rest };
  const condition: Condition =
    value === null ? { field: name, cmp: "empty" } : { field: name, cmp: "in", value: [value] };
  const narrowed = withCondition(where, condition);
  return narrowed && { [name]: undefined, where: narrowed };
}
