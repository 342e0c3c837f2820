import { ActionIcon, Center, Popover, TextInput } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { useState } from "react";
import { Sheet } from "~/app/blocks/feedback/sheet";
import type { ControlProps } from "~/app/blocks/form/field/choice-field";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";

const MonthCalendar = lazyPart(
  () => import("./month-calendar"),
  "MonthCalendar",
  () => <div style={{ width: 252, height: 220 }} />,
);

/** A month: typed (2024-03, 202403, 2024年3月), or picked from a calendar, which is slower for years long ago. */
export function MonthField({ input, field, value, onChange }: ControlProps & { value: string }) {
  const isPhone = useIsPhone();
  const [typed, setTyped] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const calendar = isOpen ? (
    <MonthCalendar
      value={/^\d{4}-\d\d$/.test(value) ? value : null}
      onChange={(month) => {
        setTyped("");
        onChange(month);
        close();
      }}
    />
  ) : null;
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      onClick={() => setIsOpen(!isOpen)}
      aria-label={t("选择{label}", { label: input.label })}
      aria-haspopup="dialog"
    >
      <IconCalendar size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
  return (
    <>
      <TextInput
        {...input}
        placeholder={t("如2024-03")}
        maxLength={12}
        // "2024-1" is a month, but perhaps still unfinished.
        value={typed !== "" && monthOf(typed) === value ? typed : value}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onChange(monthOf(event.currentTarget.value));
        }}
        onBlur={() => {
          setTyped("");
          input.onBlur();
        }}
        rightSectionPointerEvents="all"
        rightSection={
          isPhone ? (
            button
          ) : (
            <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
              <Popover.Target>{button}</Popover.Target>
              <Popover.Dropdown aria-label={field.label}>{calendar}</Popover.Dropdown>
            </Popover>
          )
        }
      />
      {isPhone ? (
        <Sheet isOpen={isOpen} onClose={close} title={input.label}>
          <Center>{calendar}</Center>
        </Sheet>
      ) : null}
    </>
  );
}

/** The month in a text, in wire format; any other text unchanged. */
function monthOf(text: string): string {
  const [, year, month] = /^(\d{4})\s*[-/.年]?\s*(\d{1,2})\s*月?$/.exec(text.trim()) ?? [];
  return year && month ? `${year}-${month.padStart(2, "0")}` : text.trim();
}
