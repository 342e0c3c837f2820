import { isoInstant } from "~/server/database/tables/columns";
import type { loginLog } from "~/server/database/tables/system/system";
import { type Calendar, minute } from "../shared/calendar";
import { type Random, times } from "../shared/random";
import { userAgent } from "./operations";
import type { Staff } from "./staff";

type Login = typeof loginLog.$inferInsert;

const loginDays = 45;

/** Sign-ins of the last weeks, some of them failed first. */
export function makeLogins(random: Random, calendar: Calendar, staff: readonly Staff[]): Login[] {
  const loginsOf = ({ id }: Staff, ago: number): Login[] => {
    if (!random.chance(ago === calendar.latest ? 0.9 : 0.6)) return [];
    const at = calendar.working(ago);
    // An address of the documentation range, the same for a person every day.
    const own = { user_id: id, ip: `203.0.113.${(id % 250) + 1}`, ua: userAgent };
    const isFailed = random.chance(0.04);
    const failed = { ...own, method: "password", result: "failed", fail_reason: "bad_password" } as const;
    const method = random.weighted({ password: 60, wecom: 30, sso: 10 });
    const passed = { ...own, method, result: "success", fail_reason: null, at: isoInstant(at) } as const;
    return isFailed ? [{ ...failed, at: isoInstant(at - minute) }, passed] : [passed];
  };
  const days = times(loginDays + 1 - calendar.latest, (place) => loginDays - place);
  return staff
    .filter(({ status }) => status === "enabled")
    .flatMap((person) => days.flatMap((ago) => loginsOf(person, ago)))
    .sort((a, b) => (a.at ?? "").localeCompare(b.at ?? ""));
}
