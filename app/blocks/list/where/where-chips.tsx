import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { t } from "~/app/i18n/t";
import type { Endpoint } from "~/contract/endpoint";
import { type Condition, isGroup, type Where, type WhereItem, whereOps } from "~/contract/where";
import { type WhereField, whereFields } from "~/contract/where-fields";
import { Value } from "../../detail/value";
import classes from "../filter-bar.module.css";
import { dayWord, periodWord } from "./day-words";
import { wordOf } from "./draft";

interface WhereChipsProps {
  endpoint: Endpoint;
  where: Where;
  onChange: (where: Where | undefined) => void;
  onOpen: () => void;
}

/** The conditions in force, each with a way off; a click opens the builder. */
export function WhereChips({ endpoint, where, onChange, onOpen }: WhereChipsProps) {
  const fields = whereFields(endpoint);
  const remove = (item: WhereItem) => {
    const items = where.items.filter((one) => one !== item);
    onChange(items.length ? { ...where, items } : undefined);
  };
  return (
    <ul className={classes.chips} aria-label={t("高级筛选条件")}>
      {where.items.length > 1 ? <li className={classes.op}>{t(whereOps[where.op])}</li> : null}
      {where.items.map((item, index) => {
        const label = labelOf(fields, item);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name of their own, and two may say the same.
          <li key={index} className={classes.chip}>
            <button type="button" className={classes.chipText} onClick={onOpen}>
              <ItemWords fields={fields} item={item} />
            </button>
            <button type="button" aria-label={t("去掉{label}", { label })} onClick={() => remove(item)}>
              <IconX size={14} aria-hidden />
            </button>
          </li>
        );
      })}
    </ul>
  );
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
      {t(field.label)} {t(wordOf(field.kind, cmp))} <Words field={field} cmp={cmp} value={value} />
    </>
  );
}

function Words({ field, cmp, value }: { field: WhereField } & Pick<Condition, "cmp" | "value">): ReactNode {
  if (value === undefined) return null;
  if (field.kind === "flag") return value ? t("是") : t("否");
  if (cmp === "within") return periodWord(String(value));
  const list = Array.isArray(value) ? value : [value];
  if (field.kind === "day") return list.map((day) => dayWord(String(day))).join(" – ");
  if (cmp === "between") return list.join(" – ");
  return field.options || field.scene ? <Value field={field} value={list} /> : list.join("、");
}
