import { isoInstant } from "~/server/database/tables/columns";
import type { loginLog } from "~/server/database/tables/system/system";
import { type Calendar, minute } from "../shared/calendar";
import type { Random } from "../shared/random";
import { userAgent } from "./operations";
import type { Staff } from "./staff";

type Login = typeof loginLog.$inferInsert;

const loginDays = 45;
/** An address of the documentation range, the same for a person every day. */
const addressOf = (person: Staff) => `203.0.113.${(person.id % 250) + 1}`;

/** Sign-ins of the last weeks, some of them failed first. */
export function makeLogins(random: Random, calendar: Calendar, staff: Staff[]): Login[] {
  const rows: Login[] = [];
  for (const person of staff.filter((one) => one.status === "enabled")) {
    for (let ago = loginDays; ago >= calendar.latest; ago--) {
      if (!random.chance(ago === calendar.latest ? 0.9 : 0.6)) continue;
      const at = calendar.working(ago);
      const base = { user_id: person.id, ip: addressOf(person), ua: userAgent };
      if (random.chance(0.04)) {
        rows.push({
          ...base,
          method: "password",
          result: "failed",
          fail_reason: "bad_password",
          at: isoInstant(at - minute),
        });
      }
      const method = random.weighted({ password: 60, wecom: 30, sso: 10 });
      rows.push({ ...base, method, result: "success", fail_reason: null, at: isoInstant(at) });
    }
  }
  return rows.sort((a, b) => (a.at ?? "").localeCompare(b.at ?? ""));
}
