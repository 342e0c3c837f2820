import type { BlacklistEffect, BlacklistType, BlacklistStatus as Status } from "~/contract/customer/blacklist";
import { isoInstant } from "~/server/database/tables/columns";
import type { blacklist } from "~/server/database/tables/customer/audience";
import { type Calendar, day, minute } from "../shared/calendar";
import { type Random, share } from "../shared/random";
import { instantOrNull } from "../shared/rows";
import type { Staff } from "../system/staff";
import type { Person } from "./customers";
import { blacklistDetails, blacklistRemovals } from "./site-texts";
import type { SiteUser } from "./users";

type Row = typeof blacklist.$inferInsert;
type Kind = "customer" | "user" | "phone" | "wechat" | "email" | "ip";

/** Of 60: whom the entries in force name, and how the others ended. */
const kinds: Readonly<Record<Kind, number>> = { customer: 10, user: 8, phone: 20, wechat: 8, email: 7, ip: 7 };
const ends = { active: 44, expired: 8, removed: 8 } as const;
const reasons = { harassment: 24, peer: 22, ads: 22, fraud: 12, complaint: 14, other: 6 } as const;
type Reason = keyof typeof reasons;
/** Numbers that no customer and no user has. */
const freeNumbersFrom = 7_300;

interface Named {
  type: BlacklistType;
  value: string;
  customerId?: number;
  userId?: number;
  reason?: Reason;
}

/** Who is kept out: customers, disabled users and strangers. The customers are marked here. */
export function makeBlacklist(
  random: Random,
  calendar: Calendar,
  staff: readonly Staff[],
  people: readonly Person[],
  users: readonly SiteUser[],
  total: number,
): Row[] {
  const counts = share(total, kinds);
  const customers = unwanted(random, people).slice(0, counts.get("customer"));
  for (const person of customers) person.isBlacklisted = true;
  const disabled = random.shuffle(users.filter((user) => user.status === "disabled")).slice(0, counts.get("user"));
  const inForce = [...customers.map(customerEntry), ...disabled.map(userEntry)];
  const strangers = random.shuffle(
    (["phone", "wechat", "email", "ip"] as const).flatMap((type) =>
      Array.from({ length: counts.get(type) ?? 0 }, (_, index) => strangerEntry(type, index)),
    ),
  );
  const ended = share(total, ends);
  const expired = ended.get("expired") ?? 0;
  const over = expired + (ended.get("removed") ?? 0);
  const keepers = staff.filter((person) => person.status === "enabled" && person.roles.includes("customer_service"));
  const write = (named: Named, status: Status) => rowOf(random, calendar, random.pick(keepers).id, named, status);
  const rows = [
    ...inForce.map((named) => write(named, "active")),
    ...strangers.map((named, index) => write(named, index < expired ? "expired" : index < over ? "removed" : "active")),
  ];
  return rows.sort((a, b) => ((a.created_at ?? "") < (b.created_at ?? "") ? -1 : 1));
}

/** Nobody's hope any more: in the pool, or lost. */
const unwanted = (random: Random, people: readonly Person[]) =>
  random.shuffle(
    people.filter(
      ({ history, plan, profile }) =>
        history.deletedAt === null &&
        (profile.phone_e164 ?? profile.wechat) !== null &&
        (plan.stage === "invalid" || plan.stage === "lost" || (history.owner === null && plan.level === "D")),
    ),
  );

const customerEntry = ({ id, profile }: Person): Named =>
  profile.phone_e164
    ? { type: "phone", value: profile.phone_e164, customerId: id }
    : { type: "wechat", value: (profile.wechat ?? "").toLowerCase(), customerId: id };

const userEntry = ({ id }: SiteUser): Named => ({ type: "user", value: String(id), userId: id });

function strangerEntry(type: "phone" | "wechat" | "email" | "ip", index: number): Named {
  const four = String(((freeNumbersFrom + index) * 7_919 + 13) % 9_900).padStart(4, "0");
  switch (type) {
    case "phone":
      return { type, value: `+861990000${four}` };
    case "wechat":
      return { type, value: `kefu_daili_${four}` };
    case "email":
      return { type, value: `promo${four}@demo.test` };
    default:
      return { type, value: `198.51.100.${20 + index * 7}` };
  }
}

function rowOf(random: Random, calendar: Calendar, keeper: number, named: Named, status: Status): Row {
  const reason = random.weighted(reasons);
  const ago = random.whole(status === "active" ? calendar.latest + 1 : 60, 300);
  const created = calendar.working(ago);
  const expires = expiryOf(random, calendar, created, status);
  const removed = status === "removed" ? calendar.working(random.whole(calendar.latest, 50)) : null;
  const ended = Math.min(removed ?? calendar.now, expires ?? calendar.now, calendar.now);
  const effects = effectsOf(named, reason);
  const hits = effects.includes("no_contact") ? 0 : Math.floor(random.value() * random.value() * 36);
  const lastHit = hits > 0 ? created + (ended - created) * (0.3 + random.value() * 0.65) : null;
  return {
    type: named.type,
    value: named.value,
    customer_id: named.customerId ?? null,
    customer_user_id: named.userId ?? null,
    reason,
    detail: random.chance(0.75) ? random.pick(blacklistDetails[reason] ?? []) : null,
    effects,
    evidence_ids: [],
    expire_at: instantOrNull(expires),
    status,
    removed_by: removed === null ? null : keeper,
    removed_at: instantOrNull(removed),
    removed_reason: removed === null ? null : random.pick(blacklistRemovals),
    hit_count: hits,
    last_hit_at: instantOrNull(lastHit),
    created_at: isoInstant(created),
    updated_at: isoInstant(removed ?? (status === "expired" ? (expires ?? created) : created)),
    created_by: keeper,
    updated_by: keeper,
  };
}

/** Most stand for good; an expired one ended between its beginning and now. */
function expiryOf(random: Random, calendar: Calendar, created: number, status: Status): number | null {
  if (status === "expired") return created + (calendar.now - created - day) * (0.4 + random.value() * 0.6);
  return random.chance(0.65) ? null : calendar.now + random.whole(20, 300) * day + random.whole(0, 60) * minute;
}

function effectsOf({ type, customerId }: Named, reason: Reason): BlacklistEffect[] {
  if (type === "user") return ["block_login", "block_inquiry"];
  if (reason === "complaint") return ["no_contact"];
  return customerId ? ["block_inquiry", "no_contact"] : ["block_inquiry"];
}
