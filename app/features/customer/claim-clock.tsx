import { formatInstant } from "~/app/blocks/detail/format";
import { t } from "~/app/i18n/t";
import { clockActs, clockHolds, daysUntil } from "~/contract/customer/claim-clock";
import type { CustomerRow } from "~/contract/customer/customer-record";
import { now } from "~/contract/now";

type Clocked = Pick<CustomerRow, "clock" | "is_warned">;

export function ClockText({ row: { clock, is_warned }, title }: { row: Clocked; title?: string }) {
  const text = shortText(clock);
  if (!text) return "–";
  return (
    <span
      title={title ?? (clock.ends_at ? formatInstant(clock.ends_at) : undefined)}
      style={is_warned ? alarming : undefined}
    >
      {text}
    </span>
  );
}

export function clockSentence({ clock: { hold, held_until, ends_by, ends_at } }: Pick<Clocked, "clock">): string {
  if (hold === "lock" && held_until) return t("已锁定至 {at}，期间不会进公海", { at: formatInstant(held_until) });
  if (hold) return t("{why}，不会进公海", { why: t(clockHolds[hold]) });
  if (!ends_at) return "";
  const present = new Date(now());
  const when = { at: dayText(ends_at, present), days: daysUntil(ends_at, present) };
  if (!when.days)
    return ends_by === "no_deal" ? t("未成交，下次自动释放时进公海") : t("无有效跟进，下次自动释放时进公海");
  return ends_by === "no_deal"
    ? t("还剩{days}天，未成交将于 {at} 进公海", when)
    : t("还剩{days}天，无有效跟进将于 {at} 进公海", when);
}

function dayText(at: string, present: Date): string {
  const [text, today] = [formatInstant(at), formatInstant(present.toISOString())];
  return text.slice(0, 4) === today.slice(0, 4) ? text.slice(5) : text;
}

const alarming = { color: "var(--app-due)", fontWeight: 500 } as const;

function shortText({ hold, held_until, ends_by, ends_at }: CustomerRow["clock"]): string {
  if (hold === "lock" && held_until) return t("已锁定至 {day}", { day: formatInstant(held_until).slice(0, 10) });
  if (hold) return t(clockHolds[hold]);
  if (!ends_at || !ends_by) return "";
  const days = daysUntil(ends_at, new Date(now()));
  const act = t(clockActs[ends_by]);
  return days ? t("{days}天内须{act}", { days, act }) : t("即将进公海，须{act}", { act });
}
