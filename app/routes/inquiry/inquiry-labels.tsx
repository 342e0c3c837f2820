import { useEffect, useState } from "react";
import { formatInstant } from "~/app/blocks/detail/format";
import { PhoneLink } from "~/app/features/contacts/contacts";
import { durationText } from "~/app/features/inquiry/duration";
import { t } from "~/app/i18n/t";
import { formatPhone } from "~/contract/format";
import type { InquiryRow } from "~/contract/inquiry/inquiry-record";

type Clocked = Pick<InquiryRow, "seconds_left" | "is_clock_running" | "due_at" | "is_overdue" | "response_seconds">;

/** How long there is left for the first answer, counting on while people work; red when it is late. Afterwards how long it took. */
export function ResponseClock({ row }: { row: Clocked }) {
  const left = useSecondsLeft(row);
  const { due_at, is_overdue, response_seconds } = row;
  if (left === null)
    return response_seconds === null ? (
      "–"
    ) : (
      <span style={is_overdue ? late : undefined}>{t("{time}内响应", { time: durationText(response_seconds) })}</span>
    );
  const text = durationText(left);
  return (
    <span style={left < 0 ? late : undefined} title={t("截止 {at}", { at: formatInstant(due_at) })}>
      {left < 0 ? t("超时 {time}", { time: text }) : t("剩 {time}", { time: text })}
    </span>
  );
}

const late = { color: "var(--mantine-color-error)", fontWeight: 600 } as const;
const tick = 15_000;

function useSecondsLeft({ seconds_left, is_clock_running }: Clocked): number | null {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    setPassed(0);
    if (seconds_left === null || !is_clock_running) return;
    const began = Date.now();
    const timer = setInterval(() => setPassed(Math.floor((Date.now() - began) / 1000)), tick);
    return () => clearInterval(timer);
  }, [seconds_left, is_clock_running]);
  return seconds_left === null ? null : seconds_left - passed;
}

type Called = Pick<InquiryRow, "phone" | "phone_cc" | "can">;

export function callOf({ phone, phone_cc, can }: Called) {
  if (!phone || !can.call) return undefined;
  return { number: `${phone_cc ? `+${phone_cc}` : ""}${phone}`, text: formatPhone(phone, phone_cc) };
}

export function InquiryPhone({ row }: { row: Called }) {
  const call = callOf(row);
  if (call) return <PhoneLink {...call} isBare />;
  return row.phone ? formatPhone(row.phone, row.phone_cc) : "–";
}
