import type { EstateFields } from "~/contract/house/estate-record";
import type { RoomFields } from "~/contract/house/room";
import { inLayoutOrder } from "~/contract/shared/property";
import type { estate, estateMansion } from "~/server/database/tables/house/estate";
import type { album } from "~/server/database/tables/house/property";
import { derivedOf } from "~/server/resources/house/estate/facts";
import { day, inHours } from "../shared/calendar";
import { type Random, share, spread, times } from "../shared/random";
import { instantOrNull, numbered, stamps } from "../shared/rows";
import { type Base, staffOf } from "../terms";
import { placesOf, type Site } from "./mansion-places";
import { type AlbumPicture, albumOf, type DemoMansion, picturesOfOne } from "./mansions";
import { estateAt } from "./premises";

type Row = typeof estate.$inferInsert;
type Stamps = ReturnType<typeof stamps>;
type DemoRoom = RoomFields & Stamps & { id: number; estate_id: number; proposed: Partial<RoomFields> | null };
type DemoEstate = Row &
  Omit<EstateFields, "slug"> &
  Required<Pick<Row, "id" | "created_at" | "slug" | "publish_status" | "audit_status">>;

/** How far an estate has come (domain C.5), when, and by which user. */
export interface EstateStory {
  row: DemoEstate;
  rooms: DemoRoom[];
  pictures: (typeof album.$inferInsert)[];
  state: keyof typeof states;
  by: number;
  submittedAt: number | null;
  reviewedAt: number | null;
  publishedAt: number | null;
  offlineAt: number | null;
}

/** Of 160: online, taken offline again, approved and not online yet, waiting, rejected, not submitted. */
const states = { online: 112, taken: 10, approved: 15, pending: 8, rejected: 5, draft: 10 } as const;
/** How many steps each has gone: submitted, reviewed, published, taken offline. */
const steps = { online: 3, taken: 4, approved: 2, pending: 1, rejected: 2, draft: 0 } as const;
const offlineReason = "本期房源已售罄，等待下期";

interface Wanted extends Base {
  sites: readonly Site[];
  mansions: readonly DemoMansion[];
  pictures: readonly AlbumPicture[];
  brokers: readonly { id: number; license_country?: string | null | undefined; status?: string | undefined }[];
}

/** New-build projects (domain G.2), all of them invented, in real districts, with their layouts and albums. */
export function makeEstates(wanted: Wanted, total: number, roomTotal: number) {
  const { random, calendar, sites, brokers } = wanted;
  const taken = new Set<string>();
  const stages = random.shuffle(spread(total, states));
  // Two to six layouts a project.
  const weights = Object.fromEntries(times(total, (place) => [place, random.whole(2, 6)]));
  const counts = [...share(roomTotal, weights).values()];
  const drafts = random.shuffle(placesOf(random, sites, total)).map((site, index) => {
    const state = stages[index] ?? "draft";
    const age = { draft: random.whole(2, 30), pending: random.pick([1, 1, 1, 1, 4]) };
    const at = calendar.working(state === "draft" || state === "pending" ? age[state] : random.whole(15, 350));
    return { site, state, at, roomCount: counts[index] ?? 2 };
  });
  let roomId = 0;
  return numbered(drafts, "XF").map(({ site, state, at, roomCount, id, no: estate_no }): EstateStory => {
    const { facts, rooms: layouts } = estateAt(random, calendar, site, taken, roomCount);
    const { lastAt, ...life } = lifeOf(wanted, state, at);
    const stamp = stamps(at, life.by, lastAt);
    const isOnline = state === "online";
    const rooms = layouts.map((room): DemoRoom => {
      const plans = wanted.pictures.filter(
        ({ category, layout }) => category === "floor_plan" && layout === room.layout,
      );
      return { ...room, id: ++roomId, estate_id: id, floor_plan_id: random.pick(plans).id, ...stamp, proposed: null };
    });
    const here = wanted.mansions.filter(({ district_id, status }) => district_id === site.id && status === "enabled");
    const areas = rooms.map(({ area_sqm }) => area_sqm);
    const row: DemoEstate = {
      ...{ id, estate_no, ...stamp, version: 1 + steps[state], ...facts, ...derivedOf(facts, estate_no) },
      mansion_ids: random.some(here, 0, 1).map(({ id: mansion }) => mansion),
      broker_id: random.shuffle(brokers.filter((one) => one.license_country === site.country))[0]?.id ?? null,
      slug: `${(facts.name_en ?? estate_no).toLowerCase().replace(/[^a-z0-9]+/g, "-")}-${id}`,
      layouts: inLayoutOrder(rooms.map(({ layout }) => layout)),
      ...{ area_min: Math.min(...areas), area_max: Math.max(...areas) },
      audit_status: state === "online" || state === "taken" ? "approved" : state,
      submitted_at: instantOrNull(life.submittedAt),
      publish_status: isOnline ? "online" : "offline",
      published_at: instantOrNull(life.publishedAt),
      offline_reason: life.offlineAt === null ? null : offlineReason,
      ...{ is_hot: isOnline && random.chance(0.14), is_recommend: isOnline && random.chance(0.1) },
      ...{ has_units: false, proposed: null, view_count: 0 },
    };
    const pool = picturesOfOne(random, wanted.pictures).filter(
      ({ layout }) => !layout || rooms.some((room) => room.layout === layout),
    );
    return { row, rooms, pictures: albumOf("estate", row, chosen(random, state, pool)), state, ...life };
  });
}

/** Each step some time after the one before, as far as it has come. */
function lifeOf({ random, calendar, staff }: Wanted, state: keyof typeof states, at: number) {
  const moments = state === "draft" ? [] : [at + Math.floor((calendar.now - at) * 0.01)];
  for (let step = 1; step < steps[state]; step++) {
    const from = (moments.at(-1) ?? at) + (step === 3 ? day : 0);
    moments.push(inHours(random, calendar, from, Math.min(from + (step === 3 ? 90 : 2) * day, calendar.now)));
  }
  const [submittedAt = null, reviewedAt = null, publishedAt = null, offlineAt = null] = moments;
  const by = random.pick(staffOf(staff, "estate_manager")).id;
  return { by, submittedAt, reviewedAt, publishedAt, offlineAt, lastAt: moments.at(-1) ?? at };
}

/** Outsides first; what is submitted has also a plan. */
function chosen(random: Random, state: keyof typeof states, pool: readonly AlbumPicture[]): AlbumPicture[] {
  const of = (category: string) => random.shuffle(pool.filter((picture) => picture.category === category));
  if (state === "draft") return of("exterior").slice(0, 1);
  return [...of("exterior"), ...of("floor_plan"), ...of("interior").slice(0, 3), ...of("surrounding").slice(0, 1)];
}

export const estateMansions = (stories: readonly EstateStory[]): (typeof estateMansion.$inferInsert)[] =>
  stories.flatMap(({ row }) => row.mansion_ids.map((mansion_id) => ({ estate_id: row.id, mansion_id })));
