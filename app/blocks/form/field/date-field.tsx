import { Button, CloseButton, Group, Input, InputBase, Loader, Stack, TextInput } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { formatInstant, instantOf } from "~/app/blocks/detail/format";
import { floats } from "~/app/blocks/floats";
import { lazyPart, usePress } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import type { Days } from "./calendar";

// The calendar and its sheet are fetched with the first click: a list never pays for them.
/** Reserves the space of a calendar that is still loading. */
const Waiting = () => <div style={{ width: 252, height: 268 }} />;
const Calendar = lazyPart(() => import("./calendar"), "Calendar", Waiting);
const RangeCalendar = lazyPart(() => import("./calendar"), "RangeCalendar", Waiting);

const PickerPanel = lazyPart(floats.load, "PickerPanel", ({ waiting }) => waiting);

interface PickerFieldProps {
  label: string;
  text: string;
  emptyText?: string;
  onClear?: () => void;
  children: (close: () => void) => ReactNode;
  input?: { id?: string; error?: ReactNode; description?: ReactNode; withAsterisk?: boolean };
  isBare?: boolean;
}

function PickerField({ label, text, emptyText = t("请选择"), onClear, children, input, isBare }: PickerFieldProps) {
  const { target: button, isWanted, press } = usePress(floats);
  const target = (onClick?: () => void, isWaiting = false) => (
    <InputBase
      component="button"
      type="button"
      ref={button}
      pointer
      {...input}
      label={isBare ? undefined : label}
      aria-label={`${label} ${text || emptyText}`}
      aria-haspopup="dialog"
      onClick={onClick}
      leftSection={isWaiting ? <Loader size={16} /> : <IconCalendar size={16} stroke={1.6} aria-hidden />}
      rightSectionPointerEvents="all"
      rightSection={
        text && onClear ? <CloseButton size="sm" onClick={onClear} aria-label={t("清空{label}", { label })} /> : null
      }
      styles={{ input: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" } }}
    >
      {text || <Input.Placeholder>{isBare ? label : emptyText}</Input.Placeholder>}
    </InputBase>
  );
  if (!isWanted) return target(press);
  return (
    <PickerPanel label={label} target={target} waiting={target(undefined, true)} button={button}>
      {children}
    </PickerPanel>
  );
}

interface DateFieldProps {
  id?: string;
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  isRequired?: boolean;
  value: string;
  onChange: (value: string) => void;
  hasTime?: boolean;
  emptyText?: string;
  isBare?: boolean;
  /** The first day that can be chosen. */
  from?: string | undefined;
  /** The next days are shown below it, for a date that nearly every form of its kind sets. */
  inSight?: boolean | undefined;
}

export function DateField(props: DateFieldProps) {
  const { value, onChange, hasTime = false, emptyText, label, isRequired, isBare, from, inSight, ...input } = props;
  const shown = hasTime ? formatInstant(value) : value;
  const day = shown.slice(0, 10);
  const time = shown.slice(11);
  const set = (nextDay: string, nextTime: string) => onChange(hasTime ? instantOf(nextDay, nextTime) : nextDay);
  const soon = [1, 3, 7].map((days) => (
    <Button
      key={days}
      size={inSight ? "compact-sm" : "compact-xs"}
      variant="default"
      onClick={() => set(shanghaiDay(days), time || "10:00")}
    >
      {days === 1 ? t("明天") : t("{days}天后", { days })}
    </Button>
  ));
  const picker = (
    <PickerField
      label={label}
      input={{ ...input, withAsterisk: isRequired }}
      text={shown}
      emptyText={emptyText}
      onClear={isRequired ? undefined : () => onChange("")}
      isBare={isBare}
    >
      {(close) => (
        <Stack gap="xs">
          <Calendar
            value={day || null}
            from={from}
            onChange={(next) => {
              set(next, time || "10:00");
              if (!hasTime) close();
            }}
          />
          {hasTime ? (
            <>
              <TimeInput value={time} onChange={(next) => set(day || shanghaiDay(), next)} />
              <Group gap={4} justify="space-between">
                {soon}
                <Button size="compact-xs" onClick={close}>
                  {t("确定")}
                </Button>
              </Group>
            </>
          ) : null}
        </Stack>
      )}
    </PickerField>
  );
  return inSight ? (
    <div>
      {picker}
      <Group gap={4} mt={6}>
        {soon}
      </Group>
    </div>
  ) : (
    picker
  );
}

/** Hours and minutes in local notation; the browser's own field would use its own language (2:30 PM). */
function TimeInput({ value, onChange }: { value: string; onChange: (time: string) => void }) {
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    const [, hour, minute] = /^([01]?\d|2[0-3])[:：]([0-5]\d)$/.exec(text.trim()) ?? [];
    if (hour && minute) onChange(`${hour.padStart(2, "0")}:${minute}`);
  };
  return (
    <TextInput
      size="xs"
      label={t("时间")}
      placeholder="10:00"
      value={typed ?? value}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => setTyped(undefined)}
    />
  );
}

interface DaysFieldProps {
  label: string;
  value: Days;
  onChange: (days: Days) => void;
  isBare?: boolean;
}

export function DaysField({ label, value, onChange, isBare }: DaysFieldProps) {
  const [half, setHalf] = useState<Days>();
  const [from, to] = value;
  const isSameYear = from?.slice(0, 4) === to?.slice(0, 4);
  const text = from || to ? `${from ?? ""} 至 ${(isSameYear ? to?.slice(5) : to) ?? ""}` : "";
  const presets = [
    { text: t("今天"), days: 0 },
    { text: t("近7天"), days: 6 },
    { text: t("近30天"), days: 29 },
  ];
  return (
    <PickerField label={label} text={text} onClear={() => onChange([null, null])} isBare={isBare}>
      {(close) => {
        const set = (days: Days) => {
          setHalf(days[1] ? undefined : days);
          if (!days[1]) return;
          onChange(days);
          close();
        };
        return (
          <Stack gap="xs">
            <RangeCalendar value={half ?? value} onChange={set} />
            <Group gap={4}>
              {presets.map(({ text: name, days }) => (
                <Button
                  key={name}
                  size="compact-xs"
                  variant="default"
                  onClick={() => set([shanghaiDay(-days), shanghaiDay()])}
                >
                  {name}
                </Button>
              ))}
            </Group>
          </Stack>
        );
      }}
    </PickerField>
  );
}
