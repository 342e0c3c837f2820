import { Button, Group, Text, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import type { DecidedItem } from "~/contract/house/estate-audit";
import classes from "./check-list.module.css";

interface CheckListProps {
  items: readonly DecidedItem[];
  complaint: string | undefined;
  /** Absent where it is only to be read. */
  onChange?: (items: DecidedItem[]) => void;
}

export function CheckList({ items, complaint, onChange }: CheckListProps) {
  const told = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (complaint) told.current?.scrollIntoView({ block: "center" });
  }, [complaint]);
  if (!onChange) return <Decided items={items} />;
  const set = (key: string, part: Partial<DecidedItem>) =>
    onChange(items.map((item) => (item.key === key ? { ...item, ...part } : item)));
  return (
    <div className={`${basic.column} ${basic.top} ${basic.gap4}`}>
      {complaint ? (
        <p ref={told} role="alert" className={`${basic.flat} ${basic.error} ${basic.size14}`}>
          {complaint}
        </p>
      ) : null}
      {items.map((item) => (
        <Check key={item.key} item={item} onChange={(part) => set(item.key, part)} />
      ))}
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => onChange(items.map((item) => ({ ...item, pass: item.pass ?? true })))}
      >
        {t("其余全部通过")}
      </Button>
    </div>
  );
}

interface CheckProps {
  item: DecidedItem;
  onChange: (part: Partial<DecidedItem>) => void;
}

const noteLength = 200;

function Check({ item: { key, label, pass, note }, onChange }: CheckProps) {
  const choice = (value: boolean, text: string) => (
    <label className={`${classes.choice} ${basic.inlineRow} ${basic.gap6}`} data-pass={value}>
      <input type="radio" name={`check-${key}`} checked={pass === value} onChange={() => onChange({ pass: value })} />
      {text}
    </label>
  );
  return (
    <Group component="fieldset" gap="4px 16px" m={0} className={classes.check}>
      <legend>{t(label)}</legend>
      {choice(true, t("通过"))}
      {choice(false, t("不通过"))}
      {pass === null ? null : (
        <TextInput
          size="xs"
          flex="1 1 100%"
          aria-label={t("{label}的说明", { label: t(label) })}
          placeholder={pass ? t("说明（选填）") : t("说明问题（通过时必填）")}
          maxLength={noteLength}
          value={note ?? ""}
          onChange={(event) => onChange({ note: event.currentTarget.value || null })}
        />
      )}
    </Group>
  );
}

const Decided = ({ items }: Pick<CheckListProps, "items">) => (
  <ul className={basic.list}>
    {items.map(({ key, label, pass, note }) => (
      <Group
        component="li"
        key={key}
        justify="space-between"
        gap="4px 12px"
        py={6}
        fz={14}
        className={basic.underlined}
      >
        <span>{t(label)}</span>
        {pass === null ? (
          <Tag>{t("未检查")}</Tag>
        ) : (
          <Tag color={pass ? "green" : "red"}>{pass ? t("通过") : t("不通过")}</Tag>
        )}
        {note ? (
          <Text c="dimmed" fz={13} flex="1 1 100%" className={basic.anywhere}>
            {note}
          </Text>
        ) : null}
      </Group>
    ))}
  </ul>
);
