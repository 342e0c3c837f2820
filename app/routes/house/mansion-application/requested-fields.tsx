import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import table from "~/app/routes/house/field-table.module.css";
import { type FieldError, outerField } from "~/contract/errors";
import type { ApplicationDetail, RequestedField } from "~/contract/house/mansion-application";
import classes from "./requested-fields.module.css";

interface RequestedFieldsProps {
  record: ApplicationDetail;
  chosen: ReadonlySet<string>;
  onChoose?: (chosen: ReadonlySet<string>) => void;
  errors: readonly FieldError[];
}

export function RequestedFields({ record: { type, fields, status }, chosen, onChoose, errors }: RequestedFieldsProps) {
  const isCorrection = type === "correct";
  const all = fields.filter(({ is_valid }) => is_valid).map(({ field }) => field);
  const isAll = all.every((field) => chosen.has(field));
  const toggle = (field: string) => {
    const next = new Set(chosen);
    if (!next.delete(field)) next.add(field);
    onChoose?.(next);
  };
  return (
    <table className={`${table.fields} ${classes.fields} ${basic.table}`}>
      <thead>
        <tr>
          {onChoose ? (
            <th className={classes.mark}>
              <input
                type="checkbox"
                aria-label={t("全选")}
                checked={isAll}
                ref={(input) => {
                  if (input) input.indeterminate = !isAll && chosen.size > 0;
                }}
                onChange={() => onChoose(new Set(isAll ? [] : all))}
              />
            </th>
          ) : null}
          <th>{t("字段")}</th>
          {isCorrection ? <th>{t("现值")}</th> : null}
          <th>{t("申请值")}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((one) => (
          <tr key={one.field} data-changed={(isCorrection && one.is_changed) || undefined}>
            {onChoose ? (
              <td className={classes.mark}>
                <input
                  type="checkbox"
                  aria-label={t("采纳{label}", { label: one.label })}
                  disabled={!one.is_valid}
                  checked={chosen.has(one.field)}
                  onChange={() => toggle(one.field)}
                />
              </td>
            ) : null}
            <th scope="row">{one.label}</th>
            {isCorrection ? <td data-label={t("现值")}>{one.present ?? "–"}</td> : null}
            <td data-label={isCorrection ? t("申请值") : undefined}>
              <span>{one.asked ?? "–"}</span> <Marks one={one} isOpen={isCorrection && status === "pending"} />
              <Complaint message={errors.find(({ field }) => outerField(field) === one.field)?.message} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Marks({ one, isOpen }: { one: RequestedField; isOpen: boolean }) {
  if (one.is_taken) return <Tag color="green">{t("已采纳")}</Tag>;
  if (!one.is_valid) return <Tag color="red">{t("格式不符")}</Tag>;
  return isOpen && !one.is_changed ? <Tag>{t("与现值相同")}</Tag> : null;
}

const Complaint = ({ message }: { message: string | undefined }) =>
  message ? (
    <span role="alert" className={`${basic.block} ${basic.error} ${basic.size13}`}>
      {message}
    </span>
  ) : null;
