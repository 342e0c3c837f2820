import { useState } from "react";
import { FilterInput } from "~/app/blocks/list/filter-input";
import type { Filter } from "~/app/blocks/list/list-filters";
import { useWhere } from "~/app/blocks/list/where/use-where";
import { agentFilters } from "~/app/features/audience/agent-filters";
import { staffFilters, staffTeamFilters } from "~/app/features/audience/staff-filters";
import { customerUserFilters } from "~/app/features/audience/user-filters";
import { t } from "~/app/i18n/t";
import { type Endpoint, writeQuery } from "~/contract/endpoint";
import { type Audience, audiences, listOfAudience } from "~/contract/notification/notification-kinds";
import { readQuery } from "~/contract/read-query";
import classes from "./notification.module.css";

const filters: Readonly<Record<Audience, readonly Filter[]>> = {
  staff: [...staffFilters, ...staffTeamFilters],
  agent: agentFilters,
  user: customerUserFilters,
};

/** A list of which nothing is grouped here. */
const ungrouped = (list: Endpoint): Endpoint => ({ ...list, where: { ...list.where, isUngrouped: true } });
const lists: Readonly<Record<Audience, Endpoint>> = {
  staff: ungrouped(listOfAudience.staff),
  agent: ungrouped(listOfAudience.agent),
  user: ungrouped(listOfAudience.user),
};

type Query = Record<string, unknown>;

interface AudienceFilterProps {
  audience: Audience;
  /** As the list's address writes it. */
  value: string;
  onChange: (value: string) => void;
}

/** The people of a list by its own filters. Keyed by the audience. */
export function AudienceFilter({ audience, value, onChange }: AudienceFilterProps) {
  const endpoint = lists[audience];
  const [typed, setTyped] = useState(() => ({ value, query: queryOf(endpoint, value) }));
  // A draft or somebody else's version has come from outside: what was typed gives way to it.
  if (typed.value !== value) setTyped({ value, query: queryOf(endpoint, value) });
  const { query } = typed;
  function set(part: Query) {
    const narrowed = filters[audience].filter(({ within = "" }) => within in part).flatMap(({ names }) => names);
    const next = { ...query, ...Object.fromEntries(narrowed.map((name) => [name, undefined])), ...part };
    const written = textOf(next);
    setTyped({ value: written, query: next });
    onChange(written);
  }
  const { button, chips, panel } = useWhere(endpoint, query, ({ where }) => set({ where }));
  return (
    <div className={classes.below}>
      <fieldset
        className={classes.filters}
        aria-label={t("{audience}列表的筛选条件", { audience: t(audiences[audience]) })}
      >
        {filters[audience].map((filter) => (
          <FilterInput key={filter.names[0]} filter={filter} values={query} onChange={set} />
        ))}
      </fieldset>
      <div>{button}</div>
      {chips}
      {/* The panel's own form lies, for React, inside the page's. */}
      <div role="presentation" onSubmit={(event) => event.stopPropagation()}>
        {panel}
      </div>
    </div>
  );
}

/** What narrows the list; which page of it is seen and in what order does not. */
const position = ["page", "page_size", "sort", "group"];

const queryOf = (endpoint: Endpoint, text: string): Query => readQuery(new URLSearchParams(text), endpoint) as Query;

const textOf = (query: Query): string =>
  writeQuery(Object.fromEntries(Object.entries(query).filter(([name]) => !position.includes(name)))).toString();
