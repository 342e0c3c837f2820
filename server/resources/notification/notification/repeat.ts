import type { Repeat } from "~/contract/notification/notification-kinds";
import { dayOf } from "~/server/lib/list";

const day = 86_400_000;
const shanghai = 8 * 3_600_000;

interface Rule {
  /** The first time; its hour, weekday and day of the month are those of all. */
  send_at: string | null;
  repeat: Repeat | null;
  repeat_until: string | null;
  repeat_count: number | null;
  occurrence_count: number;
}

/** The next time of a repeated notification after a moment; undefined: none is left. */
export function nextTime(rule: Rule, after: Date): Date | undefined {
  const { send_at, repeat, repeat_until, repeat_count, occurrence_count } = rule;
  if (!send_at || !repeat || (repeat_count !== null && occurrence_count >= repeat_count)) return undefined;
  const first = new Date(send_at);
  const next = repeat === "monthly" ? monthly(first, after) : evenly(first, after, repeat === "daily" ? 1 : 7);
  return repeat_until !== null && dayOf(next) > repeat_until ? undefined : next;
}

function evenly(first: Date, after: Date, days: number): Date {
  const passed = after.getTime() - first.getTime();
  const turns = passed < 0 ? 0 : Math.floor(passed / (days * day)) + 1;
  return new Date(first.getTime() + turns * days * day);
}

function monthly(first: Date, after: Date): Date {
  const [begin, now] = [local(first), local(after)];
  const months = 12 * (now.getUTCFullYear() - begin.getUTCFullYear()) + now.getUTCMonth() - begin.getUTCMonth();
  for (let turn = Math.max(0, months); ; turn += 1) {
    const next = inMonth(begin, turn);
    if (next > after) return next;
  }
}

/** The same day so many months later; in a shorter month its last day. */
function inMonth(begin: Date, months: number): Date {
  const [year, month] = [begin.getUTCFullYear(), begin.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const date = Date.UTC(year, month, Math.min(begin.getUTCDate(), last));
  return new Date(date + (begin.getTime() % day) - shanghai);
}

const local = (at: Date) => new Date(at.getTime() + shanghai);
