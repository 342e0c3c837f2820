import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  BannerDetail,
  type BannerDisplay,
  BannerRow,
  type banner as contract,
  linkScene,
} from "~/contract/resource/banner";
import { isoInstant } from "~/server/database/tables/columns";
import { banner } from "~/server/database/tables/resource/advert";
import { found, rowOf, type SignedCall } from "~/server/lib/call";
import { matching, orderOf } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { pictureUrl } from "~/server/resources/shared/upload";
import { atDesk, type Card, type Showing } from "../cards/source";
import { cardsById, linkedTypes } from "../cards/sources";

/** The same of a row, in the words of lists; of one that is not enabled there is nothing to say. */
export function displayOf(
  { status, start_at, end_at }: Pick<typeof banner.$inferSelect, "status" | "start_at" | "end_at">,
  now: Date,
): BannerDisplay | null {
  if (status !== "enabled") return null;
  if (end_at && Date.parse(end_at) <= now.getTime()) return "ended";
  return Date.parse(start_at) <= now.getTime() ? "showing" : "not_started";
}

function isIn(display: BannerDisplay, now: Date): SQL {
  const at = isoInstant(now);
  const [begun, over] = [sql`${banner.start_at} <= ${at}`, sql`coalesce(${banner.end_at} <= ${at}, false)`];
  const span = { not_started: sql`not ${begun}`, showing: sql`${begun} and not ${over}`, ended: over }[display];
  return sql`(${banner.status} = 'enabled' and ${span})`;
}

export type Banner = typeof banner.$inferSelect;
type Query = z.output<typeof contract.list.query>;

export const shareOf = (clicks: number, impressions: number): number | null =>
  impressions > 0 ? Math.round((clicks / impressions) * 10_000) / 100 : null;

type Linking = Pick<Banner, "link_type" | "link_value">;

/** The records to which these lead and that visitors may see now. */
export async function linkedCards(
  showing: Showing,
  rows: readonly Linking[],
): Promise<(of: Linking) => Card | undefined> {
  const known = new Map<string, Card>();
  for (const type of linkedTypes) {
    const ids = rows.filter(({ link_type }) => link_type === type).map(({ link_value }) => Number(link_value));
    for (const card of await cardsById(showing, type, [...new Set(ids)])) known.set(`${type}:${card.id}`, card);
  }
  return ({ link_type, link_value }) => known.get(`${link_type}:${link_value}`);
}

/** What the records are called, also those that nobody sees any more. */
async function linkedNames({ db, user, services }: SignedCall, rows: readonly Linking[]) {
  const names = new Map<string, string>();
  for (const type of new Set(rows.map(({ link_type }) => link_type))) {
    const scene = linkScene(type);
    if (!scene || !(scene in services.optionSources)) continue;
    const values = rows.filter(({ link_type }) => link_type === type).flatMap(({ link_value }) => link_value ?? []);
    const source = services.optionSources[scene as keyof typeof services.optionSources];
    for (const { value, label } of await source.name({ db, user }, [...new Set(values)]))
      names.set(`${type}:${value}`, label);
  }
  return ({ link_type, link_value }: Linking) => names.get(`${link_type}:${link_value}`) ?? null;
}

export async function toBannerRows(call: SignedCall, rows: readonly Banner[]): Promise<BannerRow[]> {
  const { services } = call;
  const now = services.now();
  const cardOf = await linkedCards(atDesk(call), rows);
  const nameOf = await linkedNames(call, rows);
  return rows.map((row) => {
    const { link_type, link_value, impressions, clicks, status } = row;
    const isRecord = linkScene(link_type) !== undefined;
    return rowOf(BannerRow, row, {
      ...{ ctr: shareOf(clicks, impressions), display: displayOf(row, now) },
      image: pictureUrl(services, row.image_id, "thumb"),
      link: {
        type: link_type,
        name: isRecord ? nameOf(row) : link_value,
        is_live: !isRecord || cardOf(row) !== undefined,
      },
      can: { edit: true, enable: status !== "enabled", disable: status === "enabled", delete: status !== "enabled" },
    });
  });
}

export async function bannerOf(call: SignedCall, id: number): Promise<BannerDetail> {
  const { db, services } = call;
  const [selected] = await db.select().from(banner).where(eq(banner.id, id));
  const row = found(selected);
  const { image_id, image_mobile_id } = row;
  return rowOf(BannerDetail, row, {
    ...found((await toBannerRows(call, [row]))[0]),
    image_url: pictureUrl(services, image_id),
    image_mobile_url: image_mobile_id ? pictureUrl(services, image_mobile_id) : null,
  });
}

/** By the sorting number the newer one first, as visitors get them. */
export const inPlace: SQL = sql`${banner.sort}, ${desc(banner.id)}`;

export function bannerOrder(sort: Query["sort"]): SQL {
  if (sort === "sort") return inPlace;
  return sort === "-sort" ? sql`${desc(banner.sort)}, ${banner.id}` : orderOf(banner, sort, banner.id);
}

export function bannerRows({ keyword, platform, display, country, ...query }: Query, now: Date) {
  const isInAny = display?.map((one) => isIn(one, now)) ?? [];
  return and(
    keyword ? includesText(banner.title, keyword) : undefined,
    platform?.length ? sql`${banner.platform} ?| ${sql.param(platform)}::text[]` : undefined,
    ...matching(banner, query, ["position", "status"]),
    isInAny.length ? or(...isInAny) : undefined,
    country?.length
      ? or(eq(banner.countries, []), sql`${banner.countries} ?| ${sql.param(country)}::text[]`)
      : undefined,
  );
}
