import type { transferRequest } from "~/server/database/tables/customer/customer";
import { type Calendar, day, inHours, minute } from "../shared/calendar";
import { type Random, share } from "../shared/random";
import { instantOrNull, stamps } from "../shared/rows";
import type { Staff } from "../system/staff";
import type { Person } from "./customers";
import type { OwnerChange } from "./histories";
import { transferRejections, transferRequestReasons } from "./site-texts";

type Row = typeof transferRequest.$inferInsert;
type Status = "pending" | "approved" | "rejected" | "cancelled";

/** Of 24. */
const statuses = { pending: 5, approved: 9, rejected: 7, cancelled: 3 } as const;

/** A wish to take over a colleague's customer, with what came of it. */
export interface Transfer {
  id: number;
  person: Person;
  applicant: number;
  owner: number;
  reason: string;
  status: Status;
  at: number;
  handler: number | null;
  handledAt: number | null;
  rejectReason: string | null;
}

/** Requests in every state: the approved ones are transfers that the histories tell of, the pending ones wait for the first team's manager above all. */
export function makeTransfers(
  random: Random,
  calendar: Calendar,
  staff: readonly Staff[],
  people: readonly Person[],
  total: number,
): Transfer[] {
  const counts = share(total, statuses);
  const approved = random
    .shuffle(people.flatMap(approvals))
    .slice(0, counts.get("approved"))
    .map((found) => ({ ...found, at: found.handledAt - random.whole(40, 600) * minute }))
    .filter(({ at, since }) => at > since);
  const taken = new Set(approved.map(({ person }) => person.id));
  const sellers = staff.filter((person) => person.status === "enabled" && person.roles.includes("sales"));
  const leaders = new Map(staff.filter(({ isLeader }) => isLeader).map((person) => [person.team, person.id]));
  const wanted = inOrder(random, staff, people, calendar).filter(({ id }) => !taken.has(id));
  const open = (["pending", "rejected", "cancelled"] as const).flatMap((status) =>
    wanted.splice(0, counts.get(status)).map((person) => {
      const owner = person.history.owner ?? 0;
      const team = staff.find(({ id }) => id === owner)?.team;
      const applicant = random.pick(sellers.filter(({ id }) => id !== owner)).id;
      const leader = team ? leaders.get(team) : undefined;
      return openRequest(random, calendar, { person, owner, applicant, status, leader: leader ?? owner });
    }),
  );
  const done = approved.map(({ change, since: _, ...found }) => {
    change.reason = random.pick(transferRequestReasons);
    return { ...found, reason: change.reason };
  });
  return [...done, ...open].sort((a, b) => a.at - b.at).map((transfer, index) => ({ ...transfer, id: index + 1 }));
}

type Approval = Omit<Transfer, "id" | "reason" | "at"> & { handledAt: number; since: number; change: OwnerChange };

/** The last transfer of a customer by a manager, and since when the one before had held it. */
function approvals(person: Person): Approval[] {
  const { changes } = person.history;
  const index = changes.findLastIndex((change) => change.action === "transfer");
  const change = changes[index];
  const before = changes[index - 1];
  if (!change || !before || change.to === null || change.from === null) return [];
  const asked = { person, applicant: change.to, owner: change.from, status: "approved", rejectReason: null } as const;
  return [{ ...asked, handler: change.by, handledAt: change.at, since: before.at, change }];
}

/** Owned customers who are still looking, the first team's before the others. */
function inOrder(random: Random, staff: readonly Staff[], people: readonly Person[], calendar: Calendar): Person[] {
  const first = staff.find(({ email }) => email === "sales_manager@demo.test")?.team;
  const ofFirst = new Set(staff.filter(({ team, isLeader }) => team === first && !isLeader).map(({ id }) => id));
  const looking = people.filter(
    ({ history, plan }) =>
      history.owner !== null &&
      plan.stage !== "lost" &&
      plan.stage !== "invalid" &&
      (history.assignedAt ?? calendar.now) < calendar.today - 12 * day,
  );
  const [mine, others] = [true, false].map((isFirst) =>
    random.shuffle(looking.filter(({ history }) => ofFirst.has(history.owner ?? 0) === isFirst)),
  );
  return [...(mine ?? []).slice(0, 3), ...(others ?? [])];
}

interface Asked extends Pick<Transfer, "person" | "owner" | "applicant" | "status"> {
  leader: number;
}

function openRequest(random: Random, calendar: Calendar, { leader, ...asked }: Asked): Omit<Transfer, "id"> {
  const isPending = asked.status === "pending";
  const isRejected = asked.status === "rejected";
  const at = calendar.working(isPending ? random.whole(calendar.latest, calendar.latest + 3) : random.whole(4, 11));
  const handledAt = isPending ? null : inHours(random, calendar, at + 20 * minute, at + 2 * day);
  return {
    ...asked,
    reason: random.pick(transferRequestReasons),
    at,
    handler: isPending ? null : isRejected ? leader : asked.applicant,
    handledAt,
    rejectReason: isRejected ? random.pick(transferRejections) : null,
  };
}

export function transferRow({ id, person, applicant, owner, reason, status, at, ...rest }: Transfer): Row {
  const { handler, handledAt, rejectReason } = rest;
  return {
    ...{ id, customer_id: person.id, applicant_id: applicant, owner_id: owner, reason, status },
    ...{ handler_id: handler, handled_at: instantOrNull(handledAt), reject_reason: rejectReason },
    ...stamps(at, applicant, handledAt ?? at, handler ?? applicant),
  };
}
