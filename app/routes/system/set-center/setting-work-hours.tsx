import { Checkbox, Flex, Input, TextInput } from "@mantine/core";
import basic from "~/app/basic.module.css";
import type { Field } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import type { WorkHours } from "~/contract/system/setting";
import { weekdays } from "~/contract/weekdays";
import classes from "./setting-form.module.css";

interface WorkHoursFieldProps {
  field: Field;
  value: unknown;
  error: string | undefined;
  onChange: (value: WorkHours) => void;
}

export function WorkHoursField({ field, value, error, onChange }: WorkHoursFieldProps) {
  // What the server has sent, or this field itself has made of it.
  const hours = value as WorkHours;
  const toggle = (day: number) => {
    const others = hours.days.filter((one) => one !== day);
    onChange({ ...hours, days: others.length < hours.days.length ? others : [...others, day].sort() });
  };
  return (
    <fieldset className={`${basic.bare} ${classes.own}`}>
      <legend>{t(field.label)}</legend>
      <Input.Description>{t(field.help ?? "")}</Input.Description>
      <Flex wrap="wrap" gap="10px 16px" mt={8}>
        {Object.entries(weekdays).map(([day, name]) => (
          <Checkbox
            key={day}
            label={t(name)}
            checked={hours.days.includes(Number(day))}
            onChange={() => toggle(Number(day))}
          />
        ))}
      </Flex>
      <Flex wrap="wrap" gap="10px 16px" mt={8} className={classes.times}>
        <TimeField label={t("开始时间")} value={hours.from} onChange={(from) => onChange({ ...hours, from })} />
        <TimeField label={t("结束时间")} value={hours.to} onChange={(to) => onChange({ ...hours, to })} />
      </Flex>
      {error ? <Input.Error role="alert">{error}</Input.Error> : null}
    </fieldset>
  );
}

/** Not the browser's own field, which follows the language of the browser (6:30 PM). */
const TimeField = ({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) => (
  <TextInput
    label={label}
    placeholder="09:30"
    maxLength={5}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value.replace("：", ":"))}
  />
);
