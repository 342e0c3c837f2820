import { SelectOne } from "~/app/blocks/form/field/selects";
import { t } from "~/app/i18n/t";
import { useScene } from "~/app/session/scenes";
import classes from "./figures.module.css";

interface CountryFilterProps {
  country: string | undefined;
  onChange: (wanted: { country: string | null }) => void;
}

export function CountryFilter({ country, onChange }: CountryFilterProps) {
  const countries = useScene("countries");
  return (
    <SelectOne
      className={classes.country}
      aria-label={t("国家/地区")}
      placeholder={t("全部国家/地区")}
      data={countries.map(({ value, label }) => ({ value: String(value), label }))}
      value={country ?? null}
      searchable
      clearable
      clearButtonProps={{ "aria-label": t("清除国家/地区") }}
      onChange={(code) => onChange({ country: code })}
    />
  );
}
