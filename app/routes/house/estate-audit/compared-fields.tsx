import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import { t } from "~/app/i18n/t";
import table from "~/app/routes/house/field-table.module.css";
import type { Compared } from "~/contract/house/estate-audit";
import classes from "./reviewed-content.module.css";

const short = 40;

export function ComparedFields({ fields, isCompared }: { fields: readonly Compared[]; isCompared: boolean }) {
  if (!isCompared)
    return (
      <FactList
        facts={fields.map(({ label, after }) => ({
          label: t(label),
          value: after,
          isWide: (after?.length ?? 0) > short,
        }))}
      />
    );
  return (
    <table className={`${table.fields} ${classes.fields} ${basic.table}`}>
      <thead>
        <tr>
          <th>{t("字段")}</th>
          <th>{t("原内容")}</th>
          <th>{t("提交内容")}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, label, before, after, is_changed }) => (
          <tr key={field}>
            <th scope="row">{t(label)}</th>
            <td className={basic.dim}>{is_changed && before ? <del>{before}</del> : (before ?? "–")}</td>
            <td>{is_changed && after ? <ins>{after}</ins> : (after ?? "–")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
