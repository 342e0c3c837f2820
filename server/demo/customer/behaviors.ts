import { isoInstant } from "~/server/database/tables/columns";
import type { userBehavior } from "~/server/database/tables/customer/audience";
import { type Calendar, day, hourly, minute } from "../shared/calendar";
import type { Random } from "../shared/random";
import { reports, searchedKeywords } from "./site-texts";
import type { Figures, SiteUser } from "./users";

type Row = typeof userBehavior.$inferInsert;

/** The stream is kept 180 days (domain B.2); a day less, so that no clean-up takes the oldest at once. */
const keptDays = 179;

/** How often users come back: most of them never, a few all the time. */
const habits = { once: 52, seldom: 29, often: 15, daily: 4 } as const;
const visitsOf: Readonly<Record<keyof typeof habits, readonly [least: number, most: number]>> = {
  once: [0, 0],
  seldom: [1, 2],
  often: [2, 6],
  daily: [7, 17],
};
const viewsOfVisit = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 4] as const;
/** No visit is longer. */
const visitMinutes = 30;

/** What one user does while they are told of. */
interface Doing {
  random: Random;
  /** Estates on the site, by their places. */
  estates: number;
  user: SiteUser;
  rows: Row[];
  favorites: Set<number>;
}

/** What everybody did within the kept days, in the order of time, and each one's figures over the whole time. Estates go by their places (`placedEstates`). */
export function makeBehaviors(random: Random, calendar: Calendar, users: readonly SiteUser[], estates: number) {
  const since = calendar.today - keptDays * day;
  const figures = new Map<number, Figures>();
  const rows = users.flatMap((user) => {
    const doing: Doing = { random, estates, user, rows: [], favorites: new Set() };
    if (user.status !== "unregistered") for (const at of visitTimes(random, calendar, user, since)) visit(doing, at);
    figures.set(user.id, figuresOf(doing, since));
    return doing.rows;
  });
  return { rows: rows.sort((a, b) => (a.at < b.at ? -1 : 1)), figures };
}

/** Their registration, where it is recent enough, and their later visits. */
function visitTimes(random: Random, calendar: Calendar, user: SiteUser, since: number): number[] {
  const first = user.registeredAt + minute;
  const end = user.endedAt ?? calendar.now;
  const [least, most] = visitsOf[random.weighted(habits)];
  const count = random.whole(least, most) + (user.person && random.chance(0.5) ? random.whole(1, 3) : 0);
  const from = Math.max(user.registeredAt, since);
  const span = Math.max(Math.floor((calendar.now - from) / day), 0);
  const later = Array.from({ length: count }, () =>
    hourly(random, calendar, random.whole(calendar.latest, Math.max(span, 1))),
  );
  const times = [first, ...later]
    .filter((at) => at >= from && at >= first && at < end - visitMinutes * minute)
    .sort((a, b) => a - b);
  // One visit at a time: what is kept and let go of stands in the order of time.
  return times.filter((at, index) => index === 0 || at - (times[index - 1] ?? at) > visitMinutes * minute);
}

function visit(doing: Doing, start: number): void {
  const { random } = doing;
  let at = start;
  const next = () => (at += random.whole(10, 110) * 1_000);
  if (doing.rows.length === 0 || random.chance(0.4)) act(doing, next(), { type: "login" });
  if (random.chance(0.45)) act(doing, next(), { type: "search", keyword: random.pick(searchedKeywords) });
  for (let views = random.pick(viewsOfVisit); views > 0; views--) look(doing, next);
  if (random.chance(0.02)) {
    const index = random.whole(0, reports.length - 1);
    act(doing, next(), { type: "download_report", ...target("report", index, reports) });
  }
}

/** Looks at an estate, and may keep it, send it on, or let go of one that they kept. */
function look(doing: Doing, next: () => number): void {
  const { random, estates, favorites } = doing;
  const index = Math.min(random.whole(0, estates - 1), random.whole(0, estates - 1));
  act(doing, next(), { type: "view_estate", ...target("estate", index) });
  if (!favorites.has(index) && random.chance(0.16)) {
    favorites.add(index);
    act(doing, next(), { type: "favorite", ...target("estate", index) });
  } else if (favorites.has(index) && random.chance(0.3)) {
    favorites.delete(index);
    act(doing, next(), { type: "unfavorite", ...target("estate", index) });
  }
  if (random.chance(0.04)) act(doing, next(), { type: "share", ...target("estate", index) });
}

/** The estates that the places stand for. */
export const placedEstates = (rows: readonly Row[], estates: readonly { id: number; name: string }[]): Row[] =>
  rows.map((row) => {
    const there = row.target_type === "estate" ? estates[(row.target_id ?? 0) - 1] : undefined;
    return there ? { ...row, target_id: there.id, target_name: there.name } : row;
  });

const target = (kind: string, index: number, names: readonly string[] = []) => ({
  target_type: kind,
  target_id: index + 1,
  target_name: names[index] ?? null,
});

function act({ user, rows }: Doing, at: number, what: Pick<Row, "type"> & Partial<Row>): void {
  rows.push({
    customer_user_id: user.id,
    type: what.type,
    target_type: what.target_type ?? null,
    target_id: what.target_id ?? null,
    target_name: what.target_name ?? null,
    keyword: what.keyword ?? null,
    platform: user.platform,
    ip: user.ip,
    at: isoInstant(at),
  });
}

/** What the stream says, and for who came before it began some more. */
function figuresOf({ random, user, rows, favorites }: Doing, since: number): Figures {
  const count = (type: string) => rows.filter((row) => row.type === type).length;
  const isOld = user.registeredAt < since && user.status !== "unregistered";
  const last = rows.at(-1);
  const before = Math.min(since, user.endedAt ?? since);
  const silent = isOld ? user.registeredAt + (before - user.registeredAt) * random.value() : user.registeredAt;
  return {
    lastActiveAt: last ? Date.parse(last.at) : Math.max(silent, user.registeredAt),
    logins: count("login") + (isOld ? random.whole(1, 9) : 0),
    favorites: favorites.size,
    views: count("view_estate") + (isOld ? random.whole(0, 18) : 0),
  };
}
