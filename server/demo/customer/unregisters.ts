import type { UnregisterCheck } from "~/contract/customer/unregister";
import { isoInstant } from "~/server/database/tables/columns";
import type { unregisterRequest } from "~/server/database/tables/customer/audience";
import { maskContact } from "~/server/lib/mask";
import { maskNumber } from "~/server/resources/customer/blacklist/keys";
import { addWorkdays, workdaysUntil } from "~/server/resources/shared/workdays";
import { type Base, by, drawRows, maybe, oneOf } from "../drawn-rows";
import { type Calendar, day, hourly, minute } from "../shared/calendar";
import type { Random } from "../shared/random";
import { instantOrNull, numbered, stamps } from "../shared/rows";
import { unregisterDetails, unregisterRejections } from "./site-texts";
import type { SiteUser } from "./users";

type Row = typeof unregisterRequest.$inferInsert;

/** Defaults of unregister.review_workdays and unregister.cooling_days. */
const reviewDays = 8;
const coolingDays = 7;
const soonDays = 2;
const executeHour = 3;
const nothingOpen: Record<UnregisterCheck, number> = {
  ...{ liveDeals: 0, unpaidBillings: 0, openVisaCases: 0, openChats: 0, openClues: 0 },
};
/** Of 45. */
const statuses = { pending: 6, approved: 6, completed: 18, rejected: 8, cancelled: 7 } as const;
const wishes = {
  reason: by({ no_need: 38, privacy: 26, duplicate: 16, bad_experience: 14, other: 6 }),
  detail: maybe(0.6, oneOf(unregisterDetails)),
  rejection: oneOf(unregisterRejections),
};

/** Wishes to leave the site in every state, one of them due in two working days; the users' own states follow. */
export function makeUnregisters({ random, calendar, staff }: Base, users: readonly SiteUser[], total: number): Row[] {
  const reviewers = staff.filter(({ status, roles }) => status === "enabled" && roles.includes("customer_service"));
  const wished = drawRows(random, total, { status: statuses }, { ...wishes, reviewer: oneOf(reviewers) });
  const first = wished.find(({ status }) => status === "pending");
  const drafts = wished.map((wish) => ({ ...wish, ...datesOf(random, calendar, wish.status, wish === first) }));
  const free = random.shuffle(users.filter((user) => user.status === "normal"));
  return numbered(drafts, "ZX").map(({ id, no, status, at, reviewedAt, executeAt, reviewer, rejection, ...wish }) => {
    const isGone = status === "completed";
    // A user who has left was never linked to a customer here, so that nothing of them remains there.
    const place = free.findIndex((one) => one.registeredAt < at - day && !(isGone && one.person));
    const [user] = free.splice(place, 1);
    if (!user || place < 0) throw new Error("No user who could leave");
    const completedAt =
      isGone && executeAt ? calendar.at(calendar.daysAgo(executeAt) - 1, executeHour, random.whole(0, 2)) : null;
    const cancelledAt = status === "cancelled" ? (reviewedAt ?? at) + random.whole(60, 2_000) * minute : null;
    if (isGone) Object.assign(user, { status: "unregistered", endedAt: completedAt });
    if (status === "pending" || status === "approved") Object.assign(user, { status: "unregistering", endedAt: at });
    const { phone, phone_cc, email } = user.contacts;
    const number = phone && `+${phone_cc}${phone}`;
    return {
      ...{ id, request_no: no, customer_user_id: user.id, platform: user.platform, status, review_reason: null },
      ...{ phone: isGone && number ? maskNumber(number) : number, email: isGone ? maskContact("email", email) : email },
      ...{ reason: wish.reason, detail: isGone ? null : wish.detail, checks: reviewedAt === null ? {} : nothingOpen },
      ...{ reviewer_id: reviewedAt === null ? null : reviewer.id, reviewed_at: instantOrNull(reviewedAt) },
      reject_reason: status === "rejected" ? rejection : null,
      due_at: isoInstant(addWorkdays(new Date(at), reviewDays)),
      ...{ execute_at: instantOrNull(executeAt), completed_at: instantOrNull(completedAt) },
      ...stamps(at, null, completedAt ?? cancelledAt ?? reviewedAt ?? at, reviewedAt === null ? null : reviewer.id),
    };
  });
}

/** When it was asked, reviewed and, if approved, is carried out. */
function datesOf(random: Random, calendar: Calendar, status: keyof typeof statuses, isSoon: boolean) {
  if (status === "pending") return { at: pendingSince(random, calendar, isSoon), reviewedAt: null, executeAt: null };
  const isApproved = status === "approved";
  const reviewedAgo = isApproved ? random.whole(1, coolingDays - 2) : random.whole(20, 300);
  const at = hourly(random, calendar, reviewedAgo + random.whole(1, 5));
  if (status === "cancelled" && random.chance(0.6)) return { at, reviewedAt: null, executeAt: null };
  const reviewedAt = calendar.working(reviewedAgo);
  return { at, reviewedAt, executeAt: status === "rejected" ? null : reviewedAt + coolingDays * day };
}

/** A moment from which the review is due in two working days, or later than that. */
function pendingSince(random: Random, calendar: Calendar, isSoon: boolean): number {
  const wished = isSoon ? soonDays : random.whole(soonDays + 2, reviewDays);
  for (let ago = calendar.latest; ago < 30; ago++) {
    const moment = hourly(random, calendar, ago);
    if (workdaysUntil(new Date(calendar.now), addWorkdays(new Date(moment), reviewDays)) <= wished) return moment;
  }
  return calendar.now - day;
}
