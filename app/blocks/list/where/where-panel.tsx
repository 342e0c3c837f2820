import "@mantine/core/styles/SegmentedControl.css";
import { Button, Drawer, Input, SegmentedControl } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { t } from "~/app/i18n/t";
import type { Endpoint } from "~/contract/endpoint";
import { type Where, whereLimit, whereOps } from "~/contract/where";
import { groupFields, type WhereField, whereFields } from "~/contract/where-fields";
import { SelectOne } from "../../form/selects";
import { useIsPhone } from "../../use-is-phone";
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
import { DraftCount } from "./draft-count";
import classes from "./where-panel.module.css";
import { WhereRow } from "./where-row";

interface WherePanelProps {
  endpoint: Endpoint;
  query: Record<string, unknown>;
  onSubmit: (query: { where: Where | undefined; group: string | undefined }) => void;
  onClose: () => void;
}

/** 高级筛选: conditions with and/or and groups of them, over what the contract lets a list be filtered by. The whole screen on the phone. */
export function WherePanel({ endpoint, query, onSubmit, onClose }: WherePanelProps) {
  const isPhone = useIsPhone();
  const fields = whereFields(endpoint);
  const [first] = fields;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isPhone ? "100%" : 640}
      title={t("高级筛选")}
      closeButtonProps={{ "aria-label": t("关闭") }}
    >
      {first ? <Builder {...{ endpoint, query, onSubmit, onClose, fields, first }} /> : null}
    </Drawer>
  );
}

type BuilderProps = WherePanelProps & { fields: readonly WhereField[]; first: WhereField };

function Builder({ endpoint, query, onSubmit, onClose, fields, first }: BuilderProps) {
  const [draft, setDraft] = useState(() => draftOf(query.where as Where | undefined, first));
  const [group, setGroup] = useState(typeof query.group === "string" ? query.group : null);
  const [isTried, setTried] = useState(false);
  const groups = groupFields(endpoint);
  const conditions = conditionsIn(draft);
  const isWhole = conditions.every((one) => complaintOn(fields, one) === undefined);
  const isFull = conditions.length >= whereLimit;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    // Nothing but a group: the empty condition that one begins with is none.
    const [only] = conditions;
    const isUntouched = conditions.length === 1 && only?.value === undefined && !query.where && group !== null;
    if (!isWhole && !isUntouched) return;
    onSubmit({ where: isUntouched && !isWhole ? undefined : whereOf(draft), group: group ?? undefined });
    onClose();
  };
  const errorOf = (one: DraftCondition) => (isTried ? complaintOn(fields, one) : undefined);
  return (
    <form className={classes.form} onSubmit={send} noValidate>
      <div className={classes.body}>
        <Op label={t("条件之间的关系")} value={draft.op} onChange={(op) => setDraft({ ...draft, op })} />
        <Items items={draft.items} {...{ fields, errorOf }} onChange={(items) => setDraft({ ...draft, items })} />
        <div className={classes.add}>
          <Add label={t("添加条件")} isFull={isFull} onAdd={() => setDraft(withItem(draft, newCondition(first)))} />
          <Add label={t("添加条件组")} isFull={isFull} onAdd={() => setDraft(withItem(draft, newGroup(first)))} />
        </div>
        {isFull ? <Input.Description>{t("最多{n}个条件", { n: whereLimit })}</Input.Description> : null}
        {groups.length ? (
          <SelectOne
            label={t("按字段分组计数")}
            placeholder={t("不分组")}
            data={groups.map(({ name, label }) => ({ value: name, label: t(label) }))}
            value={group}
            onChange={setGroup}
            clearable
            clearButtonProps={{ "aria-label": t("清空分组") }}
          />
        ) : null}
      </div>
      <footer className={classes.foot}>
        <DraftCount endpoint={endpoint} query={query} where={isWhole ? whereOf(draft) : undefined} />
        <Button
          variant="default"
          onClick={() => {
            onSubmit({ where: undefined, group: undefined });
            onClose();
          }}
        >
          {t("清空")}
        </Button>
        <Button type="submit">{t("查询")}</Button>
      </footer>
    </form>
  );
}

const withItem = (draft: Draft, item: DraftCondition | DraftGroup): Draft => ({
  ...draft,
  items: [...draft.items, item],
});

function Add({ label, isFull, onAdd }: { label: string; isFull: boolean; onAdd: () => void }) {
  return (
    <Button variant="subtle" px={8} leftSection={<IconPlus size={16} aria-hidden />} disabled={isFull} onClick={onAdd}>
      {label}
    </Button>
  );
}

function Op({ label, value, onChange }: { label: string; value: Where["op"]; onChange: (op: Where["op"]) => void }) {
  return (
    <SegmentedControl
      aria-label={label}
      data={Object.entries(whereOps).map(([op, word]) => ({ value: op, label: t(word) }))}
      value={value}
      onChange={(op) => onChange(op === "or" ? "or" : "and")}
    />
  );
}

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
    <ul className={classes.items}>
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
  /** Undefined takes the group away. */
  onChange: (group: DraftGroup | undefined) => void;
};

function ConditionGroup({ group, fields, errorOf, onChange }: GroupProps) {
  const [first] = fields;
  const set = (items: Draft["items"]) => {
    const conditions = items.filter((item): item is DraftCondition => !isDraftGroup(item));
    onChange(conditions.length ? { ...group, items: conditions } : undefined);
  };
  return (
    <fieldset className={classes.group} aria-label={t("条件组")}>
      <div className={classes.groupHead}>
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
      </div>
      <Items items={group.items} {...{ fields, errorOf }} onChange={set} />
      {first ? (
        <Add label={t("组内添加条件")} isFull={false} onAdd={() => set([...group.items, newCondition(first)])} />
      ) : null}
    </fieldset>
  );
}
