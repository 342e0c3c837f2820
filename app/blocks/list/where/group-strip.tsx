import { IconX } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { useScene } from "~/app/session/scenes";
import type { Group } from "~/contract/common";
import type { Endpoint } from "~/contract/endpoint";
import { groupFields, type WhereField } from "~/contract/where-fields";
import { formatTotal } from "../format-total";
import { narrowedTo, valueIn } from "./group-choice";
import classes from "./group-strip.module.css";

interface GroupStripProps {
  endpoint: Endpoint;
  query: Record<string, unknown>;
  groups: readonly Group[];
  onChange: (query: Record<string, unknown>) => void;
}

/** The row count of each value of the group field; a click filters by a value, a second click shows all rows again. */
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

/** In the order of the options, if any; else by count as the server sends it. */
function inOrder({ options }: WhereField, groups: readonly Group[]): readonly Group[] {
  if (!options) return groups;
  const order = Object.keys(options);
  const place = ({ value }: Group) => (value === null ? order.length : order.indexOf(value));
  return [...groups].sort((one, other) => place(one) - place(other));
}
