import { poolReasons } from "~/contract/customer/customer-record";
import { options } from "~/server/database/baseline/options";
import { isoInstant } from "~/server/database/tables/columns";
import type { customerChangeLog, customerOwnerLog } from "~/server/database/tables/customer/customer";
import type { loginLog, operationLog } from "~/server/database/tables/system/system";
import type { Person } from "../customer/customers";
import type { FollowUp } from "../customer/follow-ups";
import { type Calendar, day, minute } from "../shared/calendar";
import type { Random } from "../shared/random";
import type { Staff } from "./staff";

type Row = typeof operationLog.$inferInsert;
type Login = typeof loginLog.$inferInsert;
type OwnerLog = typeof customerOwnerLog.$inferInsert;
type ChangeLog = typeof customerChangeLog.$inferInsert;

const userAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
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

interface Sources {
  people: Person[];
  owners: OwnerLog[];
  changes: ChangeLog[];
  logins: Login[];
  /** The number of each follow-up. */
  told: readonly { trackingId: number; person: Person; followUp: FollowUp }[];
  /** What was done beside the customers themselves. */
  more: readonly Act[];
}

/** One act, and what the log says of it. */
export interface Act {
  /** Null: the system. */
  by: number | null;
  at: number;
  line: Line;
}

/**
 * The operation log that these histories would have left, in the words of the acts themselves: every act on a customer and
 * beside them, then sign-ins and follow-ups up to `total`.
 */
export function makeOperations(
  random: Random,
  calendar: Calendar,
  staff: Staff[],
  { people, owners, changes, logins, told, more }: Sources,
  total: number,
): Row[] {
  const write = lineWriter(staff);
  const names = new Map(staff.map((person) => [person.id, person.name]));
  const byId = new Map(people.map((person) => [person.id, person]));
  const acts = [
    ...owners.flatMap((log) => {
      const person = byId.get(log.customer_id);
      return person
        ? [write(log.by ?? null, log.at, { ...ownerLine(log, person, names), ...customerTarget(person) })]
        : [];
    }),
    ...changes.flatMap((log) => {
      const person = byId.get(log.customer_id);
      return person ? [write(log.by ?? null, log.at, { ...changeLine(log, person), ...customerTarget(person) })] : [];
    }),
  ];
  const seen = unmasked(random, calendar, staff, people).map(({ by, at, person, reason }) =>
    write(by, isoInstant(at), {
      ...customerTarget(person),
      action: "unmask",
      summary: `查看客户${person.no}的完整号码`,
      reason: labelOf(options.reveal_reason, reason),
    }),
  );
  const signIns = logins
    .filter((log) => log.result === "success")
    .map((log) => write(log.user_id ?? null, log.at, { module: "auth", action: "login", summary: "登录" }));
  const followed = told.map(({ trackingId, person, followUp }) =>
    write(followUp.userId, isoInstant(followUp.at), {
      module: "customer",
      action: "create",
      summary: `新增跟进（${person.no}）`,
      target_type: "tracking",
      target_id: trackingId,
      target_name: person.profile.name,
    }),
  );
  const done = more.map(({ by, at, line }) => write(by, isoInstant(at), line));
  const certain = [...done, ...acts, ...seen].slice(0, total);
  const others = random.shuffle([...signIns, ...followed]).slice(0, total - certain.length);
  return [...certain, ...others].sort((a, b) => (a.created_at ?? "").localeCompare(b.created_at ?? ""));
}

const customerTarget = (person: Person) => ({
  module: "customer",
  target_type: "customer",
  target_id: person.id,
  target_name: person.profile.name,
});

function ownerLine(
  log: OwnerLog,
  { no }: Person,
  names: ReadonlyMap<number, string>,
): Pick<Row, "action" | "summary" | "reason"> {
  const to = names.get(log.to_user ?? 0) ?? "";
  const reason = log.reason ?? null;
  switch (log.action) {
    case "create":
      return { action: "create", summary: `新增客户${no}` };
    case "claim":
      return { action: "claim", summary: `领取客户${no}` };
    case "assign":
      return { action: "assign", summary: `分配客户${no}给${to}` };
    case "transfer":
      return { action: "assign", summary: `转移客户${no}给${to}`, reason };
    case "release": {
      const words = labelOf(options.release_reason, reason);
      return {
        action: "release",
        summary: `释放客户${no}到公海`,
        reason: [words, log.note].filter(Boolean).join("："),
      };
    }
    case "auto_release":
      return { action: "release", summary: `客户${no}自动释放到公海`, reason: labelOf(poolReasons, reason) };
    case "resign":
      return { action: "release", summary: `离职交接，客户${no}进公海` };
    default:
      return { action: "restore", summary: `恢复客户${no}` };
  }
}

function changeLine(log: ChangeLog, { no }: Person): Pick<Row, "action" | "summary" | "reason" | "changes"> {
  const changes = log.changes ?? [];
  switch (log.action) {
    case "recycle":
      return { action: "delete", summary: `将客户${no}移入回收站`, reason: log.reason };
    case "lock":
      return { action: "update", summary: `锁定客户${no}`, changes };
    case "track":
      return { action: "update", summary: `跟进更新客户${no}`, changes };
    case "tag":
      return { action: "update", summary: `修改客户${no}的标签`, changes };
    default:
      return { action: "update", summary: `编辑客户${no}`, changes };
  }
}

function labelOf(words: Readonly<Record<string, string>>, value: string | null): string | null {
  return value && (words[value] ?? value);
}

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

/** A manager looked at a number they do not own, with their reason. */
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
