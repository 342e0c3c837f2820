import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { t } from "~/app/i18n/t";
import { isBlank, Value } from "../detail/value";
import classes from "./filter-bar.module.css";
import type { Filter } from "./list-filters";

interface FilterChipProps {
  filter: Filter;
  query: Record<string, unknown>;
  onRemove: (part: Record<string, undefined>) => void;
}

/** A filter that is set but not in sight: what it says, and a way to take it off. */
export function FilterChip({ filter, query, onRemove }: FilterChipProps) {
  const label = t(filter.label);
  return (
    <li className={classes.chip}>
      <span>
        {label}：{textOf(filter, query)}
      </span>
      <button
        type="button"
        aria-label={t("去掉{label}", { label })}
        onClick={() => onRemove(Object.fromEntries(filter.names.map((name) => [name, undefined])))}
      >
        <IconX size={14} aria-hidden />
      </button>
    </li>
  );
}

function textOf({ names: [name, until], options, scene }: Filter, query: Record<string, unknown>): ReactNode {
  if (!until) return <Value field={{ options, scene }} value={query[name]} />;
  const [from, to] = [query[name], query[until]];
  if (isBlank(to)) return t("{from}起", { from: String(from) });
  return isBlank(from) ? t("至{to}", { to: String(to) }) : `${from}–${to}`;
}
