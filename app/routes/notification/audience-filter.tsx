import basic from "~/app/basic.module.css";
import { FilterBar } from "~/app/blocks/list/filter/filter-bar";
import type { Filter } from "~/app/blocks/list/filter/list-filters";
import { agentFilters } from "~/app/features/audience/agent-filters";
import { staffFilters, staffTeamFilters } from "~/app/features/audience/staff-filters";
import { customerUserFilters } from "~/app/features/audience/user-filters";
import { t } from "~/app/i18n/t";
import { type Endpoint, writeQuery } from "~/contract/endpoint";
import { type Audience, audiences, listOfAudience } from "~/contract/notification/notification-kinds";
import { readQuery } from "~/contract/read-query";

const filters: Readonly<Record<Audience, readonly Filter[]>> = {
  staff: [...staffFilters, ...staffTeamFilters],
  agent: agentFilters,
  user: customerUserFilters,
};

const ungrouped = (list: Endpoint): Endpoint => ({ ...list, where: { ...list.where, isUngrouped: true } });
const lists: Readonly<Record<Audience, Endpoint>> = {
  staff: ungrouped(listOfAudience.staff),
  agent: ungrouped(listOfAudience.agent),
  user: ungrouped(listOfAudience.user),
};

type Query = Record<string, unknown>;

interface AudienceFilterProps {
  audience: Audience;
  value: string;
  onChange: (value: string) => void;
}

export function AudienceFilter({ audience, value, onChange }: AudienceFilterProps) {
  const endpoint = lists[audience];
  const query = queryOf(endpoint, value);
  return (
    <fieldset className={basic.bare} aria-label={t("{audience}列表的筛选条件", { audience: t(audiences[audience]) })}>
      <FilterBar
        endpoint={endpoint}
        filters={filters[audience]}
        query={query}
        onSubmit={(part) => onChange(textOf({ ...query, ...part }))}
        onReset={() => onChange("")}
      />
    </fieldset>
  );
}

const position = ["page", "page_size", "sort", "group"];

const queryOf = (endpoint: Endpoint, text: string): Query => readQuery(new URLSearchParams(text), endpoint) as Query;

const textOf = (query: Query): string =>
  writeQuery(Object.fromEntries(Object.entries(query).filter(([name]) => !position.includes(name)))).toString();
