import "@mantine/core/styles/SegmentedControl.css";
import { Button, Group, Input, SegmentedControl, Stack } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { t } from "~/app/i18n/t";
import type { Endpoint } from "~/contract/endpoint";
import { type Where, whereLimit, whereOps } from "~/contract/where";
import { groupFields, type WhereField, whereFields } from "~/contract/where-fields";
import {
  complaintOn,
  conditionsIn,
  type Draft,
  type DraftCondition,
  type DraftGroup,
  draftOf,
  isDraftGroup,
  newCondition,
  newGroup,
  whereOf,
} from "./draft";
import { WhereRow } from "./where-row";

interface WhereBuilderProps {
  endpoint: Endpoint;
  query: Record<string, unknown>;
  onChange: (part: Record<string, unknown>, isTyped?: boolean) => void;
}

export function WhereBuilder({ endpoint, query, onChange }: WhereBuilderProps) {
  const fields = whereFields(endpoint);
  const [first] = fields;
  return first ? <Builder {...{ endpoint, query, onChange, fields, first }} /> : null;
}

type BuilderProps = WhereBuilderProps & { fields: readonly WhereField[]; first: WhereField };

function Builder({ endpoint, query, onChange, fields, first }: BuilderProps) {
  const [draft, setDraft] = useState(() => draftOf(query.where as Where | undefined, first));
  const groups = groupFields(endpoint);
  const isFull = conditionsIn(draft).length >= whereLimit;
  const write = (next: Draft) => {
    setDraft(next);
    const isWhole = conditionsIn(next).every((one) => complaintOn(fields, one) === undefined);
    if (isWhole) onChange({ where: whereOf(next) }, true);
  };
  // A condition without a value is unfinished.
  const errorOf = (one: DraftCondition) => (one.value === undefined ? undefined : complaintOn(fields, one));
  return (
    <Stack gap={14}>
      <Op label={t("条件之间的关系")} value={draft.op} onChange={(op) => write({ ...draft, op })} />
      <Items items={draft.items} {...{ fields, errorOf }} onChange={(items) => write({ ...draft, items })} />
      <div className={`${basic.flex} ${basic.gap8}`}>
        <Add label={t("添加条件")} isFull={isFull} onAdd={() => write(withItem(draft, newCondition(first)))} />
        <Add label={t("添加条件组")} isFull={isFull} onAdd={() => write(withItem(draft, newGroup(first)))} />
      </div>
      {isFull ? <Input.Description>{t("最多{n}个条件", { n: whereLimit })}</Input.Description> : null}
      {groups.length ? (
        <SelectOne
          label={t("分组统计")}
          placeholder={t("不分组")}
          data={groups.map(({ name, label }) => ({ value: name, label: t(label) }))}
          value={typeof query.group === "string" ? query.group : null}
          onChange={(group) => onChange({ group: group ?? undefined })}
          clearable
          clearButtonProps={{ "aria-label": t("清空分组") }}
        />
      ) : null}
    </Stack>
  );
}

const withItem = (draft: Draft, item: DraftCondition | DraftGroup): Draft => ({
  ...draft,
  items: [...draft.items, item],
});

const Add = ({ label, isFull, onAdd }: { label: string; isFull: boolean; onAdd: () => void }) => (
  <Button variant="subtle" px={8} leftSection={<IconPlus size={16} aria-hidden />} disabled={isFull} onClick={onAdd}>
    {label}
  </Button>
);

const Op = ({ label, value, onChange }: { label: string; value: Where["op"]; onChange: (op: Where["op"]) => void }) => (
  <SegmentedControl
    aria-label={label}
    style={{ alignSelf: "flex-start" }}
    data={Object.entries(whereOps).map(([op, word]) => ({ value: op, label: t(word) }))}
    value={value}
    onChange={(op) => onChange(op === "or" ? "or" : "and")}
  />
);

interface ItemsProps {
  items: Draft["items"];
  fields: readonly WhereField[];
  errorOf: (one: DraftCondition) => string | undefined;
  onChange: (items: Draft["items"]) => void;
}

function Items({ items, fields, errorOf, onChange }: ItemsProps) {
  const replace = (key: number, next: Draft["items"][number] | undefined) =>
    onChange(items.flatMap((one) => (one.key === key ? (next ? [next] : []) : [one])));
  return (
    <ul className={`${basic.full} ${basic.list} ${basic.column} ${basic.gap8}`}>
      {items.map((item) =>
        isDraftGroup(item) ? (
          <li key={item.key}>
            <ConditionGroup group={item} {...{ fields, errorOf }} onChange={(next) => replace(item.key, next)} />
          </li>
        ) : (
          <WhereRow
            key={item.key}
            fields={fields}
            condition={item}
            error={errorOf(item)}
            onChange={(next) => replace(item.key, next)}
            onRemove={() => replace(item.key, undefined)}
          />
        ),
      )}
    </ul>
  );
}

type GroupProps = Pick<ItemsProps, "fields" | "errorOf"> & {
  group: DraftGroup;
  onChange: (group: DraftGroup | undefined) => void;
};

function ConditionGroup({ group, fields, errorOf, onChange }: GroupProps) {
  const [first] = fields;
  const set = (items: Draft["items"]) => {
    const conditions = items.filter((item): item is DraftCondition => !isDraftGroup(item));
    onChange(conditions.length ? { ...group, items: conditions } : undefined);
  };
  return (
    <Stack
      component="fieldset"
      align="flex-start"
      gap={10}
      miw={0}
      m={0}
      p={10}
      className={`${basic.bordered} ${basic.rounded}`}
      aria-label={t("条件组")}
    >
      <Group justify="space-between" wrap="nowrap" gap={8} w="100%">
        <Op label={t("组内条件的关系")} value={group.op} onChange={(op) => onChange({ ...group, op })} />
        <Button
          variant="subtle"
          color="gray"
          px={8}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onChange(undefined)}
        >
          {t("去掉条件组")}
        </Button>
      </Group>
      <Items items={group.items} {...{ fields, errorOf }} onChange={set} />
      {first ? (
        <Add label={t("组内添加条件")} isFull={false} onAdd={() => set([...group.items, newCondition(first)])} />
      ) : null}
    </Stack>
  );
}
