import { CloseButton, Flex, Input } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { DateField } from "~/app/blocks/form/field/date-field";
import type { Field } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import classes from "./setting-form.module.css";

interface HolidaysFieldProps {
  field: Field;
  value: unknown;
  error: string | undefined;
  onChange: (value: string[]) => void;
}

/** Days off, added from a calendar one by one. */
export function HolidaysField({ field, value, error, onChange }: HolidaysFieldProps) {
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
