import basic from "~/app/basic.module.css";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { StaffPicker } from "~/app/blocks/form/field/staff-picker";
import { t } from "~/app/i18n/t";
import classes from "./figures.module.css";

interface PeopleFilterProps {
  teams: readonly { id: number; name: string }[];
  people: { team_id?: number; user_id?: number };
  onChange: (people: { team_id?: number | null; user_id?: number | null }) => void;
}

export const PeopleFilter = ({ teams, people, onChange }: PeopleFilterProps) => (
  <div className={`${classes.people} ${basic.wrap} ${basic.gap8}`}>
    <SelectOne
      aria-label={t("团队")}
      placeholder={t("全部团队")}
      data={teams.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={people.team_id ? String(people.team_id) : null}
      searchable={teams.length > 8}
      clearable
      clearButtonProps={{ "aria-label": t("清除团队") }}
      onChange={(id) => onChange({ team_id: id ? Number(id) : null, user_id: null })}
    />
    <StaffPicker
      value={people.user_id ?? null}
      inScope
      onChange={(id) => onChange({ team_id: null, user_id: id })}
      input={{ "aria-label": t("人员"), placeholder: t("全部人员") }}
    />
  </div>
);
