import basic from "~/app/basic.module.css";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { t } from "~/app/i18n/t";
import type { ColumnMapping as Mapping } from "~/contract/shared/import-columns";

interface MappingProps {
  fields: readonly { name: string; label: string; isRequired: boolean }[];
  headings: readonly string[];
  samples: readonly (readonly string[])[];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

export function ColumnMapping({ fields, headings, samples, mapping, onChange }: MappingProps) {
  const choose = (name: string, column: string | null) => {
    // A column has one field: its former field is free again.
    const kept = Object.entries(mapping).filter(([other, held]) => other !== name && String(held) !== column);
    onChange({ ...Object.fromEntries(kept), ...(column === null ? {} : { [name]: Number(column) }) });
  };
  const options = headings.flatMap((heading, index) =>
    heading ? [{ value: String(index), label: t("{heading}（第{n}列）", { heading, n: index + 1 }) }] : [],
  );
  return (
    <ul
      className={`${basic.list} ${basic.columns}`}
      style={{ "--columns": "repeat(2, minmax(0, 1fr))", gap: "10px 16px" }}
    >
      {fields.map(({ name, label, isRequired }) => (
        <li key={name}>
          <SelectOne
            label={t(label)}
            withAsterisk={isRequired}
            placeholder={t("无此列")}
            clearable
            data={options}
            value={mapping[name] === undefined ? null : String(mapping[name])}
            onChange={(column) => choose(name, column)}
          />
          <span className={`${basic.cut} ${basic.block} ${basic.dim} ${basic.size12}`} style={{ minHeight: 18 }}>
            {mapping[name] === undefined
              ? ""
              : t("例：{samples}", {
                  samples: samples.map((cells) => cells[Number(mapping[name])] || "–").join("、"),
                })}
          </span>
        </li>
      ))}
    </ul>
  );
}
