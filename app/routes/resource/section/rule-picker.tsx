import { Box } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useId } from "react";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Note } from "~/app/blocks/feedback/note";
import { FieldInput } from "~/app/blocks/form/field/fields";
import { fieldOf } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import {
  homeSection,
  RuleFilter,
  type RuleSort,
  SectionRule,
  type SectionTypeName,
  sectionType,
} from "~/contract/resource/home-section";
import { SectionCards } from "./section-cards";

interface RulePickerProps {
  type: SectionTypeName;
  value: unknown;
  onChange: (rule: TypedRule) => void;
}

interface TypedRule {
  filter: Record<string, unknown>;
  sort: unknown;
  limit: unknown;
}

const firstLimit = 8;
const pause = 300;
const stay = () => undefined;
const noHints = {};

export function RulePicker({ type, value, onChange }: RulePickerProps) {
  const id = useId();
  const { filters, sorts } = sectionType(type);
  const rule = typedRule(value, sorts);
  const isBegun = value === rule;
  // What is shown is what is sent: an order of this type, from the first moment on.
  useEffect(() => {
    if (!isBegun) onChange(rule);
  });
  const part = { error: undefined, onBlur: stay };
  return (
    <Box data-field="rule" mt={14}>
      <div
        className={basic.grid}
        style={{ gridTemplateColumns: "repeat(auto-fill, minmax(220px, 1fr))", alignItems: "start", gap: "14px 20px" }}
      >
        {filters.map((name) => (
          <FieldInput
            key={`${type}:${name}`}
            {...part}
            id={id + name}
            field={fieldOf(RuleFilter, name)}
            hints={noHints}
            context={name === "district_id" ? { country: rule.filter.country_code } : undefined}
            value={rule.filter[name]}
            onChange={(_, next) => onChange({ ...rule, filter: { ...rule.filter, [name]: next } })}
          />
        ))}
        <FieldInput
          {...part}
          key={`${type}:sort`}
          id={`${id}sort`}
          field={fieldOf(SectionRule, "sort")}
          hints={{ only: sorts }}
          value={rule.sort}
          onChange={(_, sort) => onChange({ ...rule, sort })}
        />
        <FieldInput
          {...part}
          id={`${id}limit`}
          field={fieldOf(SectionRule, "limit")}
          hints={noHints}
          value={rule.limit}
          onChange={(_, limit) => onChange({ ...rule, limit })}
        />
      </div>
      <Found type={type} rule={rule} />
    </Box>
  );
}

function typedRule(value: unknown, sorts: readonly RuleSort[]): TypedRule {
  const held = typeof value === "object" && value !== null ? (value as TypedRule) : undefined;
  if (held && sorts.some((sort) => sort === held.sort)) return held;
  return { filter: held?.filter ?? {}, sort: sorts[0], limit: held?.limit ?? firstLimit };
}

function Found({ type, rule }: { type: SectionTypeName; rule: TypedRule }) {
  const parsed = SectionRule.safeParse(rule);
  const [asked] = useDebouncedValue(parsed.success ? JSON.stringify({ type, rule: parsed.data }) : "", pause);
  return asked ? <FoundCards asked={asked} /> : null;
}

function FoundCards({ asked }: { asked: string }) {
  const found = useCall(homeSection.preview, { body: JSON.parse(asked) });
  return (
    <Box component="section" mt={16} aria-label={t("规则现在找到的内容")}>
      <AsyncPart {...found}>
        {(items) => (
          <>
            <Note mb="xs" role="status">
              {items.length ? t("现在找到 {n} 项", { n: items.length }) : t("现在没有找到内容，访客看不到这个版块")}
            </Note>
            <SectionCards items={items} layout="grid" />
          </>
        )}
      </AsyncPart>
    </Box>
  );
}
