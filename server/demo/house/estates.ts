import { type AlbumCategory, coverIn } from "~/contract/house/album";
import type { EstateFields } from "~/contract/house/estate-record";
import type { RoomFields } from "~/contract/house/room";
import { inLayoutOrder } from "~/contract/shared/property";
import type { estate, estateMansion } from "~/server/database/tables/house/estate";
import type { album } from "~/server/database/tables/house/property";
import { derivedOf } from "~/server/resources/house/estate/derive";
import { type Calendar, day, inHours, minute } from "../shared/calendar";
import { type Random, share, spread } from "../shared/random";
import { instantOrNull, numbered, stamps } from "../shared/rows";
import type { Staff } from "../system/staff";
import { estateAt } from "./estate-facts";
import { type AlbumPicture, picturesOfOne } from "./mansion-pictures";
import type { Site } from "./mansion-places";
import type { DemoMansion } from "./mansions";

type Row = typeof estate.$inferInsert;
export type DemoRoom = RoomFields & {
  id: number;
  estate_id: number;
  created_at: string;
  updated_at: string;
  proposed: Partial<RoomFields> | null;
};
export type DemoEstate = Row &
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
const countryWeights = { JP: 62, TH: 12, AE: 8, MY: 6, GB: 3, AU: 3, US: 2, SG: 2, GR: 1, PT: 1 } as const;
export const offlineReasons = ["开发商调整销售计划", "本期房源已售罄，等待下期", "价格待重新核定"] as const;

interface Wanted {
  random: Random;
  calendar: Calendar;
  staff: readonly Staff[];
  sites: readonly Site[];
  mansions: readonly DemoMansion[];
  /** The pictures for albums. */
  pictures: readonly AlbumPicture[];
  /** Countries of the brokers, by number. */
  brokers: readonly { id: number; license_country?: string | null | undefined; status?: string | undefined }[];
}

/** New-build projects (domain G.2), all of them invented, in real districts, with their layouts and albums. */
export function makeEstates(wanted: Wanted, total: number, roomTotal: number) {
  const { random, calendar, sites } = wanted;
  const taken = new Set<string>();
  const places = random.shuffle(
    [...share(total, countryWeights)].flatMap(([country, count]) => {
      const here = random.shuffle(sites.filter((site) => site.country === country));
      return Array.from({ length: count }, (_, index) => here[index % here.length] ?? random.pick(here));
    }),
  );
  const ways = random.shuffle(spread(total, states));
  const counts = roomCounts(random, total, roomTotal);
  const drafts = places.map((site, index) => {
    const state = ways[index] ?? "draft";
    const isNew = state === "pending" || state === "draft";
    const age = state === "draft" ? random.whole(2, 30) : random.chance(0.2) ? random.whole(3, 5) : 1;
    const at = calendar.working(isNew ? age : random.whole(15, 350));
    return { site, state, at, roomCount: counts[index] ?? 1 };
  });
  const slugs = new Set<string>();
  let roomId = 0;
  return numbered(drafts, "XF").map(({ site, state, at, roomCount, id, no: estate_no }): EstateStory => {
    const { facts, rooms } = estateAt(random, calendar, site, { taken, roomCount });
    const way = wayOf(wanted, state, at);
    const stamp = stamps(at, way.by, way.lastAt);
    const plans = wanted.pictures.filter(({ category }) => category === "floor_plan");
    const made = rooms.map(
      (room): DemoRoom => ({
        ...room,
        id: ++roomId,
        estate_id: id,
        floor_plan_id: random.pick(plans.filter(({ layout }) => layout === room.layout)).id,
        ...stamp,
        proposed: null,
      }),
    );
    const isOnline = state === "online";
    const row: DemoEstate = {
      ...{ id, estate_no, ...stamp, version: way.version },
      ...facts,
      mansion_ids: mansionsAt(random, wanted.mansions, site),
      broker_id: brokerOf(wanted, site.country),
      brochure_id: null,
      slug: freeSlug(slugs, facts.name_en ?? estate_no),
      ...derivedOf(facts, estate_no),
      ...roomFigures(made),
      audit_status: state === "online" || state === "taken" ? "approved" : state,
      submitted_at: instantOrNull(way.submittedAt),
      publish_status: isOnline ? "online" : "offline",
      published_at: instantOrNull(way.publishedAt),
      offline_reason: way.offlineAt === null ? null : random.pick(offlineReasons),
      is_hot: isOnline && random.chance(0.14),
      is_recommend: isOnline && random.chance(0.1),
      has_units: false,
      proposed: null,
      view_count: 0,
    };
    const own = made.map(({ layout }) => layout);
    const pictures = albumOf(
      random,
      row,
      // Plans of layouts that it has.
      picturesOfOne(random, wanted.pictures).filter(({ layout }) => !layout || own.includes(layout)),
    );
    return { row, rooms: made, pictures, state, ...way };
  });
}

/** What `estate` keeps of its rooms. */
function roomFigures(rooms: readonly RoomFields[]) {
  const areas = rooms.map(({ area_sqm }) => area_sqm);
  return {
    layouts: inLayoutOrder(rooms.map(({ layout }) => layout)),
    area_min: areas.length ? Math.min(...areas) : null,
    area_max: areas.length ? Math.max(...areas) : null,
  };
}

/** At least two a project, the rest as chance has it. */
function roomCounts(random: Random, estates: number, rooms: number): number[] {
  const counts = Array<number>(estates).fill(2);
  for (let left = rooms - 2 * estates; left > 0; left--) {
    const index = random.whole(0, estates - 1);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

function wayOf({ random, calendar, staff }: Wanted, state: keyof typeof states, at: number) {
  const keepers = staff.filter(({ roles, status }) => roles.includes("estate_manager") && status === "enabled");
  const by = random.pick(keepers).id;
  const isApproved = state === "online" || state === "taken" || state === "approved";
  const soon = (from: number, days: number) =>
    inHours(random, calendar, from, Math.min(from + days * day, calendar.now));
  const submittedAt =
    state === "draft" ? null : at + Math.min(random.whole(20, 600) * minute, Math.floor((calendar.now - at) / 2));
  const reviewedAt = submittedAt !== null && state !== "pending" ? soon(submittedAt, 2) : null;
  const publishedAt = reviewedAt !== null && (state === "online" || state === "taken") ? soon(reviewedAt, 2) : null;
  const offlineAt = publishedAt !== null && state === "taken" ? soon(publishedAt + day, 90) : null;
  const steps = [submittedAt, reviewedAt, publishedAt, offlineAt].flatMap((moment) => moment ?? []);
  return {
    ...{ by, submittedAt, reviewedAt, publishedAt, offlineAt },
    lastAt: steps.at(-1) ?? at,
    version: 1 + (isApproved || state === "rejected" || state === "pending" ? steps.length : 0),
  };
}

function mansionsAt(random: Random, mansions: readonly DemoMansion[], site: Site): number[] {
  const here = mansions.filter(({ district_id, status }) => district_id === site.id && status === "enabled");
  return random.chance(0.45)
    ? random
        .shuffle(here)
        .slice(0, random.whole(1, 2))
        .map(({ id }) => id)
        .sort((a, b) => a - b)
    : [];
}

function brokerOf({ random, brokers }: Wanted, country: string): number | null {
  const here = brokers.filter((one) => one.license_country === country && one.status === "enabled");
  return here.length && random.chance(0.4) ? random.pick(here).id : null;
}

/** The address of its page, out of its English name where it has one. */
function freeSlug(taken: Set<string>, name: string): string {
  const base = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (taken.has(slug)) continue;
    taken.add(slug);
    return slug;
  }
}

/** Five to nine pictures; what is submitted has an outside and a plan. */
function albumOf(random: Random, row: DemoEstate, pool: readonly AlbumPicture[]): (typeof album.$inferInsert)[] {
  const of = (category: AlbumCategory) => random.shuffle(pool.filter((picture) => picture.category === category));
  const [outside, plan] = [of("exterior"), of("floor_plan")];
  const isDraft = row.audit_status === "draft";
  const first = isDraft ? outside.slice(0, random.whole(0, 1)) : [...outside.slice(0, 2), ...plan.slice(0, 1)];
  const others = random
    .shuffle(pool.filter((picture) => !first.includes(picture)))
    .slice(0, isDraft ? 1 : random.whole(2, 6));
  const chosen = [...first, ...others];
  const cover = coverIn(chosen.map((picture) => ({ ...picture, is_cover: false })));
  return chosen.map((picture, sort) => ({
    ...{ owner_type: "estate", owner_id: row.id, category: picture.category, media_id: picture.id, sort },
    ...{ caption: null, is_cover: picture.id === cover?.id },
    ...{
      created_at: row.created_at,
      updated_at: row.created_at,
      created_by: row.created_by,
      updated_by: row.created_by,
    },
  }));
}

/** Links to the buildings of the dictionary. */
export const estateMansions = (stories: readonly EstateStory[]): (typeof estateMansion.$inferInsert)[] =>
  stories.flatMap(({ row }) => row.mansion_ids.map((mansion_id) => ({ estate_id: row.id, mansion_id })));
