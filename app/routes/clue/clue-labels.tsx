import { formatInstant } from "~/app/blocks/detail/format";
import { PhoneLink } from "~/app/features/contacts/contacts";
import { t } from "~/app/i18n/t";
import type { ClueRow } from "~/contract/clue/clue-record";
import { formatPhone } from "~/contract/format";
import { now } from "~/contract/now";

type Called = Pick<ClueRow, "phone" | "phone_cc" | "can">;

/** The number, where one may call it. */
export function callOf({ phone, phone_cc, can }: Called) {
  if (!can.call || phone.includes("*")) return undefined;
  return { number: `+${phone_cc}${phone}`, text: formatPhone(phone, phone_cc) };
}

/** One's own number is called by touching it; a masked one is only shown. */
export function CluePhone({ row }: { row: Called }) {
  const call = callOf(row);
  return call ? <PhoneLink {...call} isBare /> : formatPhone(row.phone, row.phone_cc);
}

const late = { color: "var(--mantine-color-error)", fontWeight: 600 } as const;
const due = { color: "var(--app-due)", fontWeight: 600 } as const;
const near = 3;

export function ProtectionLeft({
  row: { protect_days, protect_until },
}: {
  row: Pick<ClueRow, "protect_days" | "protect_until">;
}) {
  if (protect_days === null) return "–";
  return (
    <span title={t("至 {at}", { at: formatInstant(protect_until) })} style={protect_days <= near ? due : undefined}>
      {protect_days === 0 ? t("今天到期") : t("剩 {n} 天", { n: protect_days })}
    </span>
  );
}

export function ReviewClock({
  row: { review_due_at, is_overdue },
}: {
  row: Pick<ClueRow, "review_due_at" | "is_overdue">;
}) {
  if (!review_due_at) return "–";
  const at = formatInstant(review_due_at);
  return (
    <span title={t("审核截止 {at}", { at })} style={is_overdue ? late : undefined}>
      {is_overdue ? t("审核超时") : t("{n} 小时内", { n: hoursTo(review_due_at) })}
    </span>
  );
}

const hoursTo = (at: string) => Math.max(1, Math.ceil((Date.parse(at) - now()) / 3_600_000));
