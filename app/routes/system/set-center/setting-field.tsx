import { Button, CloseButton, Flex, Input, PasswordInput } from "@mantine/core";
import clsx from "clsx";
import { memo } from "react";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { DateField } from "~/app/blocks/form/field/date-field";
import { FieldInput } from "~/app/blocks/form/field/fields";
import { type Field, fieldOf } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import { SettingFields, type SettingRow } from "~/contract/system/setting";
import { settingSentence, settingText } from "~/contract/system/setting-text";
import classes from "./setting-form.module.css";
import { WorkHoursField } from "./setting-work-hours";

interface SecretFieldProps {
  field: Field;
  isSet: boolean;
  /** A new secret, null to clear it, undefined to keep it. */
  typed: unknown;
  error: string | undefined;
  onChange: (value: unknown) => void;
}

/** A secret is never shown again: it is kept, replaced or cleared. */
function SecretField({ field, isSet, typed, error, onChange }: SecretFieldProps) {
  const label = t(field.label);
  const isCleared = typed === null;
  const placeholder = isCleared ? t("保存后清除") : isSet ? t("已设置，留空则不变") : t("未设置");
  return (
    <>
      <PasswordInput
        id={field.name}
        label={label}
        description={field.help && t(field.help)}
        placeholder={placeholder}
        autoComplete="new-password"
        error={error}
        disabled={isCleared}
        value={typeof typed === "string" ? typed : ""}
        onChange={(event) => onChange(event.currentTarget.value)}
        visibilityToggleButtonProps={{ "aria-label": t("显示或隐藏") }}
      />
      {isSet ? (
        <Button
          variant="subtle"
          size="compact-xs"
          color={isCleared ? undefined : "red"}
          aria-label={isCleared ? t("{label}撤销清除", { label }) : t("清除{label}", { label })}
          onClick={() => onChange(isCleared ? "" : null)}
        >
          {isCleared ? t("撤销清除") : t("清除")}
        </Button>
      ) : null}
    </>
  );
}

interface HolidaysFieldProps {
  field: Field;
  value: unknown;
  error: string | undefined;
  onChange: (value: string[]) => void;
}

function HolidaysField({ field, value, error, onChange }: HolidaysFieldProps) {
  const days = Array.isArray(value) ? value.map(String) : [];
  const add = (day: string) => day && !days.includes(day) && onChange([...days, day].sort());
  return (
    <fieldset className={`${basic.bare} ${classes.own}`}>
      <legend>{t(field.label)}</legend>
      <Input.Description>{t(field.help ?? "")}</Input.Description>
      {days.length ? (
        <Flex component="ul" wrap="wrap" gap={6} mt={8} className={`${classes.dates} ${basic.list}`}>
          {days.map((day) => (
            <li key={day} className={`${basic.row} ${basic.gap4} ${basic.bordered} ${basic.size13}`}>
              {day}
              <CloseButton
                size="sm"
                aria-label={t("移除 {day}", { day })}
                onClick={() => onChange(days.filter((one) => one !== day))}
              />
            </li>
          ))}
        </Flex>
      ) : null}
      <Flex wrap="wrap" gap="10px 16px" mt={8} className={classes.times}>
        <DateField label={t("添加节假日")} value="" error={error} isRequired={false} onChange={add} />
      </Flex>
    </fieldset>
  );
}

const none = {};
const within = { note: "" };
const nothing = () => undefined;

interface SettingFieldProps {
  row: SettingRow;
  /** Its unsaved value; undefined if nothing was typed. */
  typed: SettingRow["value"] | undefined;
  error: string | undefined;
  onChange: (name: string, value: unknown) => void;
}

// A tab has many of them, and one is typed into.
/** One setting: its effect, its value (within the sentence if it has one), and, only if it differs, the default and the way back. */
export const SettingField = memo(function SettingField({ row, typed, error, onChange }: SettingFieldProps) {
  const field = { ...fieldOf(SettingFields, row.key), isRequired: false, hasDefault: true };
  const value = typed === undefined ? row.value : typed;
  const isDefault = JSON.stringify(value) === JSON.stringify(row.default);
  const isOwn = row.is_secret || row.key === "inquiry.work_hours" || row.key === "inquiry.holidays";
  const isWide = (isOwn && !row.is_secret) || field.control === "rows";
  const own = { field, value, error, onChange: (next: unknown) => onChange(row.key, next) };
  const sentence = settingSentence(row.key);
  const input = (
    <FieldInput
      id={row.key}
      field={field}
      hints={none}
      context={sentence && within}
      value={value}
      error={error}
      onChange={onChange}
      onBlur={nothing}
    />
  );
  return (
    <div data-field={row.key} className={clsx(isWide || classes.setting, field.control === "switch" && classes.flag)}>
      {row.is_secret ? <SecretField {...own} isSet={row.value !== ""} typed={typed} /> : null}
      {row.key === "inquiry.work_hours" ? <WorkHoursField {...own} /> : null}
      {row.key === "inquiry.holidays" ? <HolidaysField {...own} /> : null}
      {isOwn ? null : sentence ? (
        <div className={basic.size14} style={{ lineHeight: "36px" }}>
          {t(sentence[0])}
          <span className={classes.value} data-wide={field.control === "select" || undefined}>
            {input}
          </span>
          {t(sentence[1])}
        </div>
      ) : (
        input
      )}
      {isDefault || row.is_secret ? null : (
        <div className={`${basic.wrap} ${basic.dim} ${basic.size12}`} style={{ gap: "2px 8px", minHeight: 24 }}>
          <span>{aboutOf(row)}</span>
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={t("{label}恢复默认", { label: t(field.label) })}
            onClick={() => onChange(row.key, row.default)}
          >
            {t("恢复默认")}
          </Button>
        </div>
      )}
    </div>
  );
});

function aboutOf(row: SettingRow): string {
  const standard = settingText(row.key, row.default, t) ?? t("空");
  return [
    t("默认：{value}", { value: standard }),
    row.updated_at
      ? t("{name} 修改于 {at}", { name: row.updated_by?.name ?? t("系统"), at: formatInstant(row.updated_at) })
      : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
