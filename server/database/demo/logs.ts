import { isoInstant } from "../tables/columns";
import type { customerChangeLog, customerOwnerLog } from "../tables/customer";
import type { loginLog, operationLog } from "../tables/system";
import { type Calendar, day, minute } from "./calendar";
import type { Person } from "./customers";
import type { Random } from "./random";
import type { Staff } from "./staff";

type Row = typeof operationLog.$inferInsert;
type Login = typeof loginLog.$inferInsert;
type OwnerLog = typeof customerOwnerLog.$inferInsert;
type ChangeLog = typeof customerChangeLog.$inferInsert;

const userAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const loginDays = 45;
const ownerAudit: Readonly<Record<string, { action: string; verb: string }>> = {
  create: { action: "create", verb: "新增客户" },
  assign: { action: "assign", verb: "分配客户" },
  transfer: { action: "assign", verb: "转移客户" },
  claim: { action: "claim", verb: "领取客户" },
  release: { action: "release", verb: "释放客户到公海" },
  auto_release: { action: "release", verb: "客户自动进入公海" },
  restore: { action: "restore", verb: "恢复客户" },
  resign: { action: "release", verb: "离职交接，客户进入公海" },
};

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

interface Sources {
  people: Person[];
  owners: OwnerLog[];
  changes: ChangeLog[];
  logins: Login[];
}

/** The operation log that these histories would have left: every act on a customer, then sign-ins and follow-ups up to `total`. */
export function makeOperations(
  random: Random,
  calendar: Calendar,
  staff: Staff[],
  sources: Sources,
  total: number,
): Row[] {
  const { people, owners, changes, logins } = sources;
  const write = lineWriter(staff);
  const named = new Map(people.map((person) => [person.id, person]));
  const targetOf = (id: number) => ({
    target_type: "customer",
    target_id: id,
    target_name: named.get(id)?.profile.name ?? null,
  });
  const acts = [
    ...owners.map((log) => {
      const { action, verb } = ownerAudit[log.action] ?? { action: "update", verb: "修改客户" };
      return write(log.by ?? null, log.at, {
        module: "customer",
        action,
        summary: `${verb}：${nameOf(named, log.customer_id)}`,
        reason: log.reason ?? null,
        ...targetOf(log.customer_id),
      });
    }),
    ...changes
      .filter((log) => log.action !== "restore")
      .map((log) => {
        const verb = log.action === "delete" ? "移入回收站" : "修改客户";
        return write(log.by ?? null, log.at, {
          module: "customer",
          action: log.action,
          summary: `${verb}：${nameOf(named, log.customer_id)}`,
          changes: log.changes ?? [],
          reason: log.reason ?? null,
          ...targetOf(log.customer_id),
        });
      }),
  ];
  const seen = unmasked(random, calendar, staff, people).map(({ by, at, person, reason }) =>
    write(by, isoInstant(at), {
      module: "customer",
      action: "unmask",
      summary: `查看完整号码：${person.profile.name}`,
      reason,
      ...targetOf(person.id),
    }),
  );
  const signIns = logins
    .filter((log) => log.result === "success")
    .map((log) => write(log.user_id ?? null, log.at, { module: "auth", action: "login", summary: "登录" }));
  const followed = people.flatMap((person) =>
    person.followUps.map((followUp) =>
      write(followUp.userId, isoInstant(followUp.at), {
        module: "customer",
        action: "create",
        summary: `新增跟进：${person.profile.name}`,
        ...targetOf(person.id),
      }),
    ),
  );
  const certain = [...acts, ...seen].slice(0, total);
  const more = random.shuffle([...signIns, ...followed]).slice(0, total - certain.length);
  return [...certain, ...more].sort((a, b) => (a.created_at ?? "").localeCompare(b.created_at ?? ""));
}

const nameOf = (people: Map<number, Person>, id: number) => people.get(id)?.profile.name ?? "";

type Line = Pick<
  Row,
  "module" | "action" | "summary" | "changes" | "reason" | "target_type" | "target_id" | "target_name"
>;

function lineWriter(staff: Staff[]) {
  const byId = new Map(staff.map((person) => [person.id, person]));
  return (userId: number | null, at: string | undefined, line: Line): Row => {
    const person = byId.get(userId ?? 0);
    return {
      user_id: userId,
      user_name: person?.name ?? "系统",
      module: line.module,
      action: line.action,
      target_type: line.target_type ?? null,
      target_id: line.target_id ?? null,
      target_name: line.target_name ?? null,
      summary: line.summary,
      changes: line.changes ?? [],
      ip: person ? addressOf(person) : null,
      ua: person ? userAgent : null,
      request_id: null,
      reason: line.reason ?? null,
      result: "success",
      created_at: at,
    };
  };
}

/** A manager looked at a number he does not own, with his reason. */
function unmasked(random: Random, calendar: Calendar, staff: Staff[], people: Person[]) {
  const viewers = staff.filter((person) =>
    person.roles.some((role) => role === "sales_manager" || role === "customer_service"),
  );
  const reasons = ["follow_up", "inquiry_reply", "complaint", "verify", "handover"];
  const old = people.filter((person) => person.history.createdAt < calendar.today - 20 * day);
  return Array.from({ length: Math.round(people.length / 12) }, () => ({
    by: random.pick(viewers).id,
    at: calendar.working(random.whole(1, 19)),
    person: random.pick(old),
    reason: random.pick(reasons),
  }));
}
