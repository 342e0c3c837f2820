import type { UnregisterCheck } from "~/contract/customer/unregister";
import { isoInstant } from "~/server/database/tables/columns";
import type { unregisterRequest } from "~/server/database/tables/customer/audience";
import { maskContact } from "~/server/lib/mask";
import { maskNumber } from "~/server/resources/customer/blacklist/value";
import { addWorkdays, workdaysUntil } from "~/server/resources/shared/workdays";
import { type Calendar, day, hourly, minute } from "../shared/calendar";
import { type Random, spread } from "../shared/random";
import { instantOrNull, numbered, stamps } from "../shared/rows";
import type { Staff } from "../system/staff";
import { unregisterDetails, unregisterRejections } from "./site-texts";
import type { SiteUser } from "./users";

type Row = typeof unregisterRequest.$inferInsert;

/** Defaults of unregister.review_workdays and unregister.cooling_days. */
const reviewDays = 8;
const coolingDays = 7;
const soonDays = 2;
const executeHour = 3;
const nothingOpen: Record<UnregisterCheck, number> = {
  liveDeals: 0,
  unpaidBillings: 0,
  openVisaCases: 0,
  openChats: 0,
  openClues: 0,
};
/** Of 45. */
const statuses = { pending: 6, approved: 6, completed: 18, rejected: 8, cancelled: 7 } as const;
type Status = keyof typeof statuses;

/** One wish to leave, with its dates. */
interface Story {
  status: Status;
  createdAt: number;
  reviewedAt: number | null;
  executeAt: number | null;
  completedAt: number | null;
}

/** Wishes to leave the site in every state, one of them due in two working days; the users' own states follow. */
export function makeUnregisters(
  random: Random,
  calendar: Calendar,
  staff: readonly Staff[],
  users: readonly SiteUser[],
  total: number,
): Row[] {
  const stories = spread(total, statuses)
    .map((status, index) => storyOf(random, calendar, status, index))
    .sort((a, b) => a.createdAt - b.createdAt);
  const reviewers = staff.filter((person) => person.status === "enabled" && person.roles.includes("customer_service"));
  const free = random.shuffle(users.filter((user) => user.status === "normal"));
  const told = stories.flatMap((story) => {
    const found = free.findIndex(
      (user) => user.registeredAt < story.createdAt - day && (!user.person || mayBeKnown(story)),
    );
    const [user] = found < 0 ? [] : free.splice(found, 1);
    if (!user) return [];
    follow(user, story);
    return [{ story, user, at: story.createdAt }];
  });
  return numbered(told, "ZX").map(({ story, user, id, no }) => ({
    ...rowOf(random, story, user, no, random.pick(reviewers).id),
    id,
  }));
}

/** A user who has left was never linked to a customer here, so that nothing of them remains there. */
const mayBeKnown = ({ status }: Story) => status !== "completed";

function storyOf(random: Random, calendar: Calendar, status: Status, index: number): Story {
  const story: Story = { status, createdAt: 0, reviewedAt: null, executeAt: null, completedAt: null };
  if (status === "pending") {
    story.createdAt = pendingSince(random, calendar, index === 0 ? soonDays : null);
    return story;
  }
  const approvedAgo = random.whole(1, coolingDays - 2);
  const ago = status === "approved" ? approvedAgo + random.whole(1, 5) : random.whole(25, 300);
  story.createdAt = hourly(random, calendar, ago);
  if (status === "cancelled" && random.chance(0.6)) return story;
  story.reviewedAt = calendar.working(status === "approved" ? approvedAgo : ago - random.whole(1, 7));
  if (status === "rejected") return story;
  story.executeAt = story.reviewedAt + coolingDays * day;
  if (status === "completed") {
    story.completedAt = calendar.at(calendar.daysAgo(story.executeAt) - 1, executeHour, random.whole(0, 2));
  }
  return story;
}

/** A moment from which the review is due in so many working days, or later than that. */
function pendingSince(random: Random, calendar: Calendar, days: number | null): number {
  const now = new Date(calendar.now);
  const left = (moment: number) => workdaysUntil(now, addWorkdays(new Date(moment), reviewDays));
  const wished = days ?? random.whole(soonDays + 2, reviewDays);
  for (let ago = 0; ago < 30; ago++) {
    const moment = hourly(random, calendar, Math.max(ago, calendar.latest));
    if (left(moment) <= wished) return moment;
  }
  return calendar.now - day;
}

/** What the wish makes of the account. */
function follow(user: SiteUser, story: Story): void {
  if (story.status === "pending" || story.status === "approved") {
    user.status = "unregistering";
    user.endedAt = story.createdAt;
  }
  if (story.status === "completed") {
    user.status = "unregistered";
    user.endedAt = story.completedAt;
  }
}

function rowOf(random: Random, story: Story, user: SiteUser, no: string, reviewer: number): Row {
  const { status, createdAt, reviewedAt, executeAt, completedAt } = story;
  const { phone, email } = user.contacts;
  const number = phone && `+${user.contacts.phone_cc}${phone}`;
  const isGone = status === "completed";
  const cancelledAt = status === "cancelled" ? (reviewedAt ?? createdAt) + random.whole(60, 2_000) * minute : null;
  const ended = completedAt ?? cancelledAt ?? reviewedAt ?? createdAt;
  return {
    ...{ request_no: no, customer_user_id: user.id, platform: user.platform, status, review_reason: null },
    phone: isGone && number ? maskNumber(number) : number,
    email: isGone ? maskContact("email", email) : email,
    reason: random.weighted({ no_need: 38, privacy: 26, duplicate: 16, bad_experience: 14, other: 6 }),
    detail: random.chance(0.6) && !isGone ? random.pick(unregisterDetails) : null,
    checks: reviewedAt === null ? {} : nothingOpen,
    ...{ reviewer_id: reviewedAt === null ? null : reviewer, reviewed_at: instantOrNull(reviewedAt) },
    reject_reason: status === "rejected" ? random.pick(unregisterRejections) : null,
    due_at: isoInstant(addWorkdays(new Date(createdAt), reviewDays)),
    ...{ execute_at: instantOrNull(executeAt), completed_at: instantOrNull(completedAt) },
    ...stamps(createdAt, null, ended, reviewedAt === null ? null : reviewer),
  };
}
