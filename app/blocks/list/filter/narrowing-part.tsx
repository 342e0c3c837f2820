import { Button, Group, Input, Text } from "@mantine/core";
import { useState } from "react";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { t } from "~/app/i18n/t";
import type { Comparison, Where } from "~/contract/where";
import { conditionOn, withCondition, withoutCondition } from "../where/condition-on";
import { compareBy, comparisonLabel, complaintOn, type DraftCondition, newCondition, plain } from "../where/draft";
import { ValueInput } from "../where/value-input";
import { FilterInput } from "./filter-input";
import type { Filter } from "./list-filters";
import panel from "./narrow-panel.module.css";
import { type Narrowing, offeredComparisons, ownComparison, unset } from "./narrowing";

type Query = Record<string, unknown>;

const typed: readonly Filter["kind"][] = ["text", "number", "numbers"];

interface NarrowingPartProps {
  narrowing: Narrowing;
  values: Query;
  onChange: (part: Query, isTyped?: boolean) => void;
  onBuilder: () => void;
}

/** A field's comparison and value. With the own filter's comparison it stays a filter, else it is a condition. Keyed by the field. */
export function NarrowingPart({ narrowing, values, onChange, onBuilder }: NarrowingPartProps) {
  const { filter, field } = narrowing;
  const where = values.where as Where | undefined;
  const [condition, setCondition] = useState<DraftCondition | undefined>(() => {
    const given = field && conditionOn(where, field.name);
    if (given) return { ...given, key: 0 };
    return field && !filter ? newCondition(field) : undefined;
  });
  const label = t(narrowing.label);
  const ways = offeredComparisons(narrowing);
  const way = condition?.cmp ?? ways[0];
  const own = filter ? unset(filter) : {};
  const complaint = field && condition && condition.value !== undefined ? complaintOn([field], condition) : undefined;

  function write(next: DraftCondition, isTyped: boolean) {
    setCondition(next);
    if (!field) return;
    const isWhole = complaintOn([field], next) === undefined;
    const narrowed = isWhole ? withCondition(where, plain(next)) : withoutCondition(where, field.name);
    if (narrowed || !isWhole) onChange({ ...own, where: narrowed }, isTyped);
  }
  function compare(next: string | null) {
    if (!field || !next) return;
    // The options are the ways.
    const cmp = next as Comparison;
    if (filter && cmp === ownComparison(filter)) {
      setCondition(undefined);
      onChange({ where: withoutCondition(where, field.name) });
    } else write(compareBy(condition ?? newCondition(field), field.kind, cmp), false);
  }
  const isBearable =
    !condition || !field || withCondition(where, { field: field.name, cmp: "not_empty" }) !== undefined;
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap={8} mih={36} mb={10} fw={600}>
        {label}
        {ways.length > 1 ? (
          <SelectOne
            className={panel.way}
            aria-label={t("{label}的比较方式", { label })}
            data={ways.map((cmp) => ({ value: cmp, label: t(comparisonLabel(field?.kind ?? "choice", cmp)) }))}
            value={way ?? null}
            onChange={compare}
            allowDeselect={false}
          />
        ) : null}
      </Group>
      {!isBearable ? (
        <>
          <Text size="sm">{t("现有的组合条件不能再加条件，请先简化。")}</Text>
          <Button variant="subtle" px={6} onClick={onBuilder}>
            {t("组合条件（且 / 或）")}
          </Button>
        </>
      ) : condition && field ? (
        <>
          <ValueInput
            {...{ field, condition }}
            error={complaint}
            isOpen
            onChange={(value) => {
              const { value: _, ...rest } = condition;
              write(value === undefined ? rest : { ...rest, value }, field.kind === "text" || field.kind === "number");
            }}
          />
          {complaint ? <Input.Error mt={4}>{complaint}</Input.Error> : null}
        </>
      ) : filter ? (
        <FilterInput
          filter={filter}
          values={values}
          onChange={(part) => onChange(part, typed.includes(filter.kind))}
          isBare
          isOpen
        />
      ) : null}
    </>
  );
}
