import { Button } from "@mantine/core";
import { memo } from "react";
import { formatInstant } from "~/app/blocks/detail/format";
import { FieldInput } from "~/app/blocks/form/fields";
import { type Field, fieldOf } from "~/app/blocks/form/schema-fields";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import { SettingFields, type SettingRow } from "~/contract/system/setting";
import { settingText } from "~/contract/system/setting-text";
import classes from "./setting-form.module.css";
import { HolidaysField } from "./setting-holidays";
import { SecretField } from "./setting-secret";
import { WorkHoursField } from "./setting-work-hours";

const none = {};
const nothing = () => undefined;

interface SettingFieldProps {
  row: SettingRow;
  /** What stands there unsaved; undefined where nothing was typed. */
  typed: SettingRow["value"] | undefined;
  error: string | undefined;
  onChange: (name: string, value: unknown) => void;
}

// A tab has many of them, and one is typed into.
/** One setting: its control, what it does, its default and range, and the way back to the default. */
export const SettingField = memo(function SettingField({ row, typed, error, onChange }: SettingFieldProps) {
  const field = { ...fieldOf(SettingFields, row.key), isRequired: false, hasDefault: true };
  const value = typed === undefined ? row.value : typed;
  const isDefault = JSON.stringify(value) === JSON.stringify(row.default);
  const isOwn = row.is_secret || row.key === "inquiry.work_hours" || row.key === "inquiry.holidays";
  const isWide = (isOwn && !row.is_secret) || field.control === "rows";
  const own = { field, value, error, onChange: (next: unknown) => onChange(row.key, next) };
  return (
    <div data-field={row.key} className={isWide ? classes.wide : undefined}>
      {row.is_secret ? <SecretField {...own} isSet={row.value !== ""} typed={typed} /> : null}
      {row.key === "inquiry.work_hours" ? <WorkHoursField {...own} /> : null}
      {row.key === "inquiry.holidays" ? <HolidaysField {...own} /> : null}
      {isOwn ? null : (
        <FieldInput
          id={row.key}
          field={field}
          hints={none}
          value={value}
          error={error}
          onChange={onChange}
          onBlur={nothing}
        />
      )}
      <div className={classes.about}>
        <span>{aboutOf(row, field)}</span>
        {isDefault || row.is_secret ? null : (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={t("{label}恢复默认", { label: t(field.label) })}
            onClick={() => onChange(row.key, row.default)}
          >
            {t("恢复默认")}
          </Button>
        )}
      </div>
    </div>
  );
});

/** Default, range, and who has changed it last. */
function aboutOf(row: SettingRow, { min, max }: Field): string {
  const standard = settingText(row.key, row.default, t) ?? t("空");
  return [
    row.is_secret ? "" : t("默认：{value}", { value: standard }),
    min === undefined || max === undefined
      ? ""
      : t("范围：{min}–{max}", { min: formatNumber(min), max: formatNumber(max) }),
    row.updated_at
      ? t("{name} 修改于 {at}", { name: row.updated_by?.name ?? t("系统"), at: formatInstant(row.updated_at) })
      : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
