import { formatMoment, timeOn } from "~/app/blocks/detail/format";
import { t } from "~/app/i18n/t";
import type { DayCustomer, DaySchedule, Today } from "~/contract/dashboard/blocks";
import { shanghaiDay } from "~/contract/day";

export type DayLine =
  | { kind: "tracking" | "pool"; key: string; at: string; time: string; customer: DayCustomer; schedule?: undefined }
  | { kind: "schedule"; key: string; at: string; time: string; customer: DayCustomer | null; schedule: DaySchedule };

export interface DayRest {
  label: string;
  to: string;
}

export interface DayGroup {
  key: "late" | "today" | "anytime" | "pool";
  title: string;
  lines: DayLine[];
  count: number;
  rest: DayRest[];
}

export function groupsOf(day: Today): DayGroup[] {
  const { tracking_late, tracking_today, schedule_late, schedule_today, pool } = day;
  const wholeDay = ({ schedule }: DayLine) => schedule?.all_day === true;
  const now = [...followUps(tracking_today), ...schedules(schedule_today)];
  const groups: DayGroup[] = [
    {
      key: "late",
      title: t("已逾期"),
      lines: [...followUps(tracking_late), ...schedules(schedule_late)].sort(byTime),
      count: (tracking_late?.total ?? 0) + schedule_late.total,
      rest: [...restOf(tracking_late, customersToday), ...restOf(schedule_late, waiting(day.scope))],
    },
    {
      key: "today",
      title: t("今天"),
      lines: now.filter((line) => !wholeDay(line)).sort(byTime),
      count: (tracking_today?.total ?? 0) + schedule_today.total - now.filter(wholeDay).length,
      rest: [...restOf(tracking_today, customersToday), ...restOf(schedule_today, waiting(day.scope))],
    },
    { key: "anytime", title: t("今天之内"), lines: now.filter(wholeDay), count: now.filter(wholeDay).length, rest: [] },
    {
      key: "pool",
      title: t("即将进公海"),
      lines: (pool?.list ?? []).map((customer) => lineOf("pool", customer, customer.clock.ends_at)),
      count: pool?.total ?? 0,
      rest: restOf(pool, { word: (n) => t("还有 {n} 位客户", { n }), to: "/customer/customerInfor?view=warning" }),
    },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}

const followUps = (part: Today["tracking_late"]): DayLine[] =>
  (part?.list ?? []).map((customer) => lineOf("tracking", customer, customer.next_tracking_at));

const lineOf = (kind: "tracking" | "pool", customer: DayCustomer, at: string | null): DayLine => ({
  kind,
  key: `${kind}:${customer.id}`,
  at: at ?? "",
  time: at ? timeOf(at) : "",
  customer,
});

const schedules = (part: Today["schedule_late"]): DayLine[] =>
  part.list.map((schedule) => ({
    kind: "schedule",
    key: `schedule:${schedule.id}`,
    at: schedule.start_at,
    time: schedule.is_overdue && !schedule.all_day ? timeOf(schedule.start_at) : spanOf(schedule),
    customer: schedule.about,
    schedule,
  }));

const spanOf = (schedule: DaySchedule) =>
  schedule.is_overdue ? timeOf(schedule.start_at).slice(0, 5) : timeOn(schedule, shanghaiDay());

/** `HH:mm` today, else the day before it. */
const timeOf = (at: string) => formatMoment(at);

const byTime = (a: DayLine, b: DayLine) => Date.parse(a.at) - Date.parse(b.at);

interface Place {
  word: (n: string) => string;
  to: string;
}

const customersToday: Place = {
  word: (n) => t("还有 {n} 位客户", { n }),
  to: "/customer/customerInfor?view=today&sort=next_tracking_at",
};
const waiting = (scope: Today["scope"]): Place => ({
  word: (n) => t("还有 {n} 项日程", { n }),
  to: `/schedule-list?status=pending&scope=${scope}`,
});

function restOf(part: Today["tracking_late"] | Today["schedule_late"], { word, to }: Place): DayRest[] {
  if (!part || part.total <= part.list.length) return [];
  const more = part.total - part.list.length;
  return [{ label: word(part.total_capped ? `${more}+` : String(more)), to }];
}
