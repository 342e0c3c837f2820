import type { transferRequest } from "~/server/database/tables/customer/customer";
import { found } from "~/server/lib/call";
import { type Base, drawRows, oneOf } from "../drawn-rows";
import { day, inHours, minute } from "../shared/calendar";
import { instantOrNull, stamps } from "../shared/rows";
import type { Person } from "./customers";
import { transferRejections, transferRequestReasons } from "./site-texts";

type Row = typeof transferRequest.$inferInsert;

/** Of 24. */
const statuses = { pending: 5, approved: 9, rejected: 7, cancelled: 3 } as const;
const texts = { reason: oneOf(transferRequestReasons), rejection: oneOf(transferRejections) };

/** Requests in every state to take over a colleague's customer: the approved ones are transfers that the histories tell of, the pending ones wait for the first team's manager above all. */
export function makeTransfers({ random, calendar, staff }: Base, people: readonly Person[], total: number): Row[] {
  const transferOf = ({ history }: Person) => history.changes.findLast(({ action }) => action === "transfer");
  const mixed = random.shuffle(people);
  const passed = mixed.filter((person) => transferOf(person));
  const ownerOf = ({ history }: Person) => found(staff.find(({ id }) => id === history.owner));
  const first = found(staff.find(({ email }) => email === "sales_manager@demo.test"));
  const isFirst = (person: Person) => Number(ownerOf(person) !== first && ownerOf(person).team === first.team);
  const looking = mixed.filter(
    (person) =>
      (person.history.assignedAt ?? calendar.now) < calendar.today - 12 * day &&
      !["lost", "invalid"].includes(person.plan.stage) &&
      !transferOf(person),
  );
  // The pending ones are taken from the end, the others from the beginning.
  const wanted = looking.sort((a, b) => isFirst(a) - isFirst(b));
  const sellers = staff.filter(({ status, roles }) => status === "enabled" && roles.includes("sales"));
  const drafts = drawRows(random, total, { status: statuses }, texts).map(({ status, reason, rejection }) => {
    const isPending = status === "pending";
    const rejected = status === "rejected" ? rejection : null;
    if (status === "approved") {
      const person = found(passed.pop());
      const change = Object.assign(found(transferOf(person)), { reason });
      const at = change.at - random.whole(40, 600) * minute;
      return {
        person,
        status,
        reason,
        at,
        from: change.from,
        to: change.to,
        by: change.by,
        handledAt: change.at,
        rejected,
      };
    }
    const person = found(isPending ? wanted.pop() : wanted.shift());
    const owner = ownerOf(person);
    const leader = found(staff.find(({ team, isLeader }) => isLeader && team === owner.team));
    const to = random.pick(sellers.filter((one) => one !== owner)).id;
    const at = calendar.working(isPending ? random.whole(calendar.latest, calendar.latest + 3) : random.whole(4, 11));
    const handledAt = isPending ? null : inHours(random, calendar, at + 20 * minute, at + 2 * day);
    const by = isPending ? null : rejected ? leader.id : to;
    return { person, status, reason, at, from: owner.id, to, by, handledAt, rejected };
  });
  return drafts
    .sort((a, b) => a.at - b.at)
    .map(({ person, status, reason, at, from, to, by, handledAt, rejected }, index) => ({
      ...{ id: index + 1, customer_id: person.id, applicant_id: found(to), owner_id: found(from), reason, status },
      ...{ handler_id: by, handled_at: instantOrNull(handledAt), reject_reason: rejected },
      ...stamps(at, to, handledAt ?? at, by ?? to),
    }));
}
