import { useNavigate } from "@remix-run/react";
import basic from "~/app/basic.module.css";
import { RemoteSelect } from "~/app/blocks/form/field/remote-select";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { t } from "~/app/i18n/t";
import { useScene } from "~/app/session/scenes";
import type { DistrictPlace } from "~/contract/region/district";
import classes from "./district.module.css";
import { editPath, listPath } from "./district-paths";
import { DistrictTree } from "./district-tree";

/** Next to the list: another country, a district by its name, and the tree. */
export function DistrictSide({ place }: { place: DistrictPlace }) {
  const navigate = useNavigate();
  const { country } = place;
  const countries = useScene("countries").map(({ value, label }) => ({ value: String(value), label }));
  const known = countries.some(({ value }) => value === country.code);
  return (
    <aside
      className={`${classes.side} ${basic.surface} ${basic.column} ${basic.gap8} ${basic.fixed}`}
      aria-label={t("区域导航")}
    >
      <SelectOne
        label={t("国家/地区")}
        data={known ? countries : [{ value: country.code, label: country.name }, ...countries]}
        searchable
        allowDeselect={false}
        value={country.code}
        onChange={(code) => code && navigate(listPath(code, 1))}
      />
      <RemoteSelect
        scene="districts"
        countries={[country.code]}
        value={[]}
        onChange={([id]) => id && navigate(editPath(id))}
        input={{ label: t("查找区域"), placeholder: t("名称、代码或拼音首字母") }}
      />
      <nav className={classes.tree} aria-label={t("区域树")}>
        <DistrictTree country={country.code} open={place.above.map(({ id }) => id)} present={place.above.at(-1)?.id} />
      </nav>
    </aside>
  );
}
