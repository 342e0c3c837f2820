import { ActionIcon, Input } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { t } from "~/app/i18n/t";
import type { Comparison } from "~/contract/where";
import { comparisonsOf, type WhereField } from "~/contract/where-fields";
import { compareBy, comparisonLabel, type DraftCondition, newCondition } from "./draft";
import { ValueInput } from "./value-input";
import classes from "./where-builder.module.css";

interface WhereRowProps {
  fields: readonly WhereField[];
  condition: DraftCondition;
  error: string | undefined;
  onChange: (condition: DraftCondition) => void;
  onRemove: () => void;
}

export function WhereRow({ fields, condition, error, onChange, onRemove }: WhereRowProps) {
  const field = fields.find(({ name }) => name === condition.field);
  const label = t(field?.label ?? condition.field);
  const choose = (name: string | null) => {
    const next = fields.find((one) => one.name === name);
    if (next && next !== field) onChange({ ...newCondition(next), key: condition.key });
  };
  const kind = field?.kind;
  return (
    <li className={`${classes.row} ${basic.grid} ${basic.gap6}`}>
      <SelectOne
        aria-label={t("字段")}
        data={fields.map((one) => ({ value: one.name, label: t(one.label) }))}
        value={field ? condition.field : null}
        onChange={choose}
        searchable={fields.length > 8}
        allowDeselect={false}
      />
      <SelectOne
        aria-label={t("{label}的比较方式", { label })}
        data={kind ? comparisonsOf[kind].map((cmp) => ({ value: cmp, label: t(comparisonLabel(kind, cmp)) })) : []}
        value={condition.cmp}
        // The options are the kind's own comparisons.
        onChange={(cmp) => cmp && kind && onChange(compareBy(condition, kind, cmp as Comparison))}
        allowDeselect={false}
      />
      <div className={`${classes.value} ${basic.shrinks}`}>
        {field ? (
          <ValueInput
            field={field}
            condition={condition}
            error={error}
            onChange={(value) => {
              const { value: _, ...rest } = condition;
              onChange(value === undefined ? rest : { ...rest, value });
            }}
          />
        ) : null}
        {error ? <Input.Error>{error}</Input.Error> : null}
      </div>
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t("去掉条件{label}", { label })}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}
