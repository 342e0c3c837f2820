import { Box, TextInput } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { listOf } from "~/app/blocks/form/field/input-text";
import { t } from "~/app/i18n/t";
import { useScene } from "~/app/session/scenes";
import { isSearched } from "~/contract/shared/option";
import type { Where } from "~/contract/where";
import { conditionOn, withCondition } from "../where/condition-on";
import panel from "./narrow-panel.module.css";
import { builderKey, isSet, type Narrowing } from "./narrowing";

type Query = Record<string, unknown>;

interface NarrowingFieldsProps {
  narrowings: readonly Narrowing[];
  values: Query;
  present: string;
  onChoose: (key: string) => void;
  onChange: (part: Query) => void;
  hasBuilder: boolean;
}

/** The fields in groups. Typing finds a field, or one of its values, which Enter selects. */
export function NarrowingFields({ narrowings, values, present, onChoose, onChange, hasBuilder }: NarrowingFieldsProps) {
  const [typed, setTyped] = useState("");
  const text = typed.trim().toLowerCase();
  const list = useRef<HTMLDivElement>(null);
  const take = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (text) list.current?.querySelector("button")?.click();
  };
  const groups = groupsOf(narrowings);
  return (
    <div className={`${panel.fields} ${basic.column} ${basic.gap8}`}>
      <TextInput
        type="search"
        data-autofocus
        aria-label={t("查找字段或选项")}
        placeholder={t("查找字段或选项")}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={take}
      />
      <div ref={list} className={basic.grow} style={{ overflowY: "auto" }}>
        {groups.map(({ title, members }) => (
          <div key={title}>
            {text ? null : (
              <Box m="6px 8px 2px" c="dimmed" fz={12}>
                {t(title)}
              </Box>
            )}
            <ul className={basic.list} aria-label={t(title)}>
              {members.map((one) => (
                <FieldChoice
                  key={one.key}
                  narrowing={one}
                  {...{ text, values, present, onChoose }}
                  onChange={(part) => {
                    onChange(part);
                    onChoose(one.key);
                    setTyped("");
                  }}
                />
              ))}
            </ul>
          </div>
        ))}
      </div>
      {hasBuilder ? (
        <button
          type="button"
          className={`${basic.plain} ${basic.full} ${basic.size14} ${panel.field}`}
          aria-current={present === builderKey}
          onClick={() => onChoose(builderKey)}
        >
          {t("组合条件（且 / 或）")}
        </button>
      ) : null}
    </div>
  );
}

interface FieldChoiceProps extends Pick<NarrowingFieldsProps, "values" | "present" | "onChoose" | "onChange"> {
  narrowing: Narrowing;
  text: string;
}

function FieldChoice({ narrowing, text, values, present, onChoose, onChange }: FieldChoiceProps) {
  const { key, filter, field } = narrowing;
  const scene = filter?.scene ?? field?.scene;
  const dictionary = useScene(isSearched(scene) ? undefined : scene);
  const label = t(narrowing.label);
  const options = Object.entries(filter?.options ?? field?.options ?? {}).map(([value, label]) => ({ value, label }));
  const known = [...options, ...dictionary.map(({ value, label }) => ({ value: String(value), label }))];
  const found = text ? known.filter((one) => t(one.label).toLowerCase().includes(text)) : [];
  const isFound = label.toLowerCase().includes(text);
  const where = values.where as Where | undefined;
  const isInForce = (filter && isSet(values, filter)) || (field && conditionOn(where, field.name) !== undefined);
  return (
    <>
      {isFound ? (
        <li>
          <button
            type="button"
            className={`${basic.plain} ${basic.full} ${basic.size14} ${panel.field}`}
            aria-current={present === key}
            data-set={isInForce || undefined}
            onClick={() => onChoose(key)}
          >
            {label}
          </button>
        </li>
      ) : null}
      {found.map((option) => {
        const part = partFor(narrowing, values, option.value);
        return part ? (
          <li key={option.value}>
            <button
              type="button"
              className={`${basic.plain} ${basic.full} ${basic.size14} ${panel.field}`}
              onClick={() => onChange(part)}
            >
              {label}：{t(option.label)}
            </button>
          </li>
        ) : null;
      })}
    </>
  );
}

function partFor({ filter, field }: Narrowing, values: Query, value: string): Query | undefined {
  const name = filter?.names[0];
  const where = values.where as Where | undefined;
  const given = field && conditionOn(where, field.name);
  if (name && !given) return { [name]: filter?.isMany ? [...new Set([...listOf(values[name]), value])] : value };
  if (!field) return undefined;
  const before = given?.cmp === "in" ? listOf(given.value).map(String) : [];
  const next = withCondition(where, { field: field.name, cmp: "in", value: [...new Set([...before, value])] });
  return next && { where: next };
}

function groupsOf(narrowings: readonly Narrowing[]) {
  const kindOf = ({ filter, field }: Narrowing) => {
    if (filter) return "常用";
    if (field?.kind === "day") return "日期";
    return field?.kind === "number" ? "数值" : "其他";
  };
  return ["常用", "日期", "数值", "其他"]
    .map((title) => ({ title, members: narrowings.filter((one) => kindOf(one) === title) }))
    .filter(({ members }) => members.length > 0);
}
