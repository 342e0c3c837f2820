import { useDebouncedValue } from "@mantine/hooks";
import basic from "~/app/basic.module.css";
import { useCall } from "~/app/blocks/detail/use-async";
import { BlockedHint } from "~/app/blocks/feedback/blocked-hint";
import { FilterInput } from "~/app/blocks/list/filter/filter-input";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { t } from "~/app/i18n/t";
import { EstateRow } from "~/contract/house/estate";
import { EstateFilter, plainFilter } from "~/contract/house/public-filter";
import { filterCount } from "~/contract/seo/tag";
import classes from "./filter-builder.module.css";

const filters = filtersOf(filterCount.count, EstateRow, [
  { name: "keyword", label: "名称 / 地址 / 车站" },
  { name: "country", label: "国家/地区", scene: "countries" },
  { name: "district_id", label: "区域", scene: "districts", within: "country" },
  "property_type",
  { name: "layout", by: "layouts" },
  { name: "price", by: "price_min" },
  { name: "currency", label: "币种（默认人民币）" },
  { name: "area", label: "面积（㎡）" },
  { name: "yield_min", label: "回报率不低于（%）" },
  { name: "completion", label: "竣工年", ends: ["起", "止"] },
  { name: "walk_max", label: "步行不超过（分钟）" },
  "sale_status",
  "is_hot",
  "is_recommend",
]);

interface FilterBuilderProps {
  value: unknown;
  onChange: (filter: Record<string, unknown>) => void;
}

export function FilterBuilder({ value, onChange }: FilterBuilderProps) {
  const values: Record<string, unknown> = value instanceof Object ? { ...value } : {};
  const set = (part: Record<string, unknown>) => {
    const next = { ...values, ...part };
    // Districts of another country do not belong to this search.
    if ("country" in part) delete next.district_id;
    onChange(Object.fromEntries(Object.entries(next).filter(([, one]) => one !== undefined && one !== "")));
  };
  return (
    <div className={`${basic.column} ${basic.gap12}`}>
      <div
        className={basic.grid}
        style={{ gridTemplateColumns: "repeat(auto-fill, minmax(210px, 1fr))", alignItems: "end", gap: "12px 16px" }}
      >
        {filters.map((filter) => (
          <FilterInput key={filter.names[0]} filter={filter} values={values} onChange={set} />
        ))}
      </div>
      <Found filter={values} />
    </div>
  );
}

function Found({ filter }: { filter: Record<string, unknown> }) {
  const [typed] = useDebouncedValue(filter, 300);
  const read = EstateFilter.safeParse(typed);
  if (!read.success) return <p className={`${classes.found} ${basic.flow}`}>{read.error.issues[0]?.message}</p>;
  const asked = plainFilter(read.data);
  if (Object.keys(asked).length === 0)
    return <p className={`${classes.found} ${basic.flow}`}>{t("设置条件后，这里显示找到的房源数")}</p>;
  return <Count filter={asked} />;
}

function Count({ filter }: { filter: EstateFilter }) {
  const { answer, hasFailed, again } = useCall(filterCount.count, { query: filter });
  if (hasFailed)
    return (
      <p className={`${classes.found} ${basic.flow}`} role="alert">
        {t("未能计算房源数")}{" "}
        <button type="button" className={basic.plain} style={{ color: "var(--app-here)" }} onClick={again}>
          {t("重试")}
        </button>{" "}
        <BlockedHint />
      </p>
    );
  return (
    <div className={`${classes.found} ${basic.flow}`} role="status">
      {answer ? (
        <>
          <strong>
            {t("在线房源 {count} 个", { count: answer.total_capped ? `${answer.total}+` : answer.total })}
          </strong>
          {answer.list.length ? (
            <span className={basic.dim}>{answer.list.map(({ title }) => title).join("、")}</span>
          ) : null}
        </>
      ) : (
        t("计算中…")
      )}
    </div>
  );
}
