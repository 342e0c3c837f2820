import { SelectOne } from "~/app/blocks/form/field/selects";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { t } from "~/app/i18n/t";
import { estate } from "~/contract/house/estate";

const orders = {
  "-created_at": "最新",
  sort: "推荐排序",
  price_min: "总价从低到高",
  "-price_min": "总价从高到低",
  "-gross_yield": "回报率从高到低",
  completion_at: "竣工从早到晚",
} as const;

export function EstateSort() {
  const { query, change } = useListQuery(estate.list);
  const sort = String(query.sort);
  return (
    <SelectOne
      aria-label={t("排序")}
      w={148}
      data={Object.entries(orders).map(([value, label]) => ({ value, label: t(label) }))}
      value={sort in orders ? sort : null}
      placeholder={t("排序")}
      allowDeselect={false}
      onChange={(next) => next && change({ sort: next })}
    />
  );
}
