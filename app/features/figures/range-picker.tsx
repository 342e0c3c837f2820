import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { Box, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { DaysField } from "~/app/blocks/form/field/date-field";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import classes from "./figures.module.css";

interface Range {
  from: string;
  to: string;
}

/** The dashboards' named ranges, relative to today (domain D.2). */
function presets(): { label: string; range: Range }[] {
  const today = shanghaiDay();
  const firstOfMonth = `${today.slice(0, 8)}01`;
  const endOfLast = new Date(Date.parse(`${firstOfMonth}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  return [
    { label: t("今天"), range: { from: today, to: today } },
    { label: t("昨天"), range: { from: shanghaiDay(-1), to: shanghaiDay(-1) } },
    { label: t("近7天"), range: { from: shanghaiDay(-6), to: today } },
    { label: t("近30天"), range: { from: shanghaiDay(-29), to: today } },
    { label: t("本月"), range: { from: firstOfMonth, to: today } },
    { label: t("上月"), range: { from: `${endOfLast.slice(0, 8)}01`, to: endOfLast } },
  ];
}

const longest = 366;

const daysOf = ({ from, to }: Range) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

interface RangePickerProps extends Range {
  isQuiet?: boolean;
  onChange: (range: Range) => void;
}

export function RangePicker({ from, to, isQuiet = false, onChange }: RangePickerProps) {
  const isPhone = useIsPhone();
  const [isOwn, setOwn] = useState(false);
  const named = presets();
  const present = named.find(({ range }) => range.from === from && range.to === to)?.label ?? "";
  const choose = (label: string | null) => {
    const range = named.find((preset) => preset.label === label)?.range;
    setOwn(label === t("自定义"));
    if (range) onChange(range);
  };
  const labels = named.map(({ label }) => label);
  const hasDays = !isQuiet || isOwn || !present;
  return (
    <div className={`${classes.range} ${basic.wrap} ${basic.gap8}`}>
      {isPhone || isQuiet ? (
        <SelectOne
          aria-label={t("时间范围")}
          data={isQuiet ? [...labels, t("自定义")] : labels}
          value={isQuiet && (isOwn || !present) ? t("自定义") : present || null}
          onChange={choose}
          allowDeselect={false}
          placeholder={t("自定义")}
        />
      ) : (
        <SegmentedControl aria-label={t("时间范围")} data={labels} value={present} onChange={choose} size="sm" />
      )}
      {hasDays ? (
        <Box w={{ base: "100%", sm: 250 }}>
          <DaysField
            label={t("自定义日期")}
            isBare
            value={[from, to]}
            onChange={([first, last]) => {
              if (!first || !last) return choose(t("近7天"));
              const range = { from: first, to: last };
              onChange(daysOf(range) > longest ? { ...range, from: dayBefore(last, longest - 1) } : range);
            }}
          />
        </Box>
      ) : null}
    </div>
  );
}

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
