import basic from "~/app/basic.module.css";
import { ChoiceTabs } from "~/app/features/figures/choice-tabs";
import { CountryFilter } from "~/app/features/figures/country-filter";
import { PeopleFilter } from "~/app/features/figures/people-filter";
import { RangePicker } from "~/app/features/figures/range-picker";
import { TrendLinks } from "~/app/features/figures/trend-links";
import { t } from "~/app/i18n/t";
import { type Grain, grains } from "~/contract/dashboard/grain";
import type { TrendPageKey } from "~/contract/trend/trend-pages";

interface TrendFiltersProps {
  page: TrendPageKey;
  query: {
    from: string;
    to: string;
    team_id?: number | undefined;
    user_id?: number | undefined;
    country?: string | undefined;
  };
  /** As it is, chosen or not. */
  grain: Grain;
  teams: readonly { id: number; name: string }[];
  onChange: (wanted: Record<string, string | number | null | undefined>) => void;
}

export function TrendFilters({ page, query, grain, teams, onChange }: TrendFiltersProps) {
  const { from, to, team_id, user_id, country } = query;
  return (
    <>
      <TrendLinks of={page} search={sameDays(query)} />
      <div className={`${basic.wrap} ${basic.gap8}`}>
        <RangePicker from={from} to={to} onChange={(days) => onChange({ ...days, grain: null })} />
        <ChoiceTabs
          label={t("粒度")}
          labels={grains}
          value={grain}
          onChange={(wanted) => onChange({ grain: wanted })}
        />
        <CountryFilter country={country} onChange={onChange} />
        {teams.length ? (
          <PeopleFilter
            teams={teams}
            people={{ ...(team_id && { team_id }), ...(user_id && { user_id }) }}
            onChange={onChange}
          />
        ) : null}
      </div>
    </>
  );
}

function sameDays(query: TrendFiltersProps["query"]): string {
  const { from, to, team_id, user_id, country } = query;
  const entries = Object.entries({ from, to, team_id, user_id, country }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `${new URLSearchParams(entries)}`;
}
