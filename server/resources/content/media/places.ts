import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { ContentKind } from "~/contract/content/content-kinds";
import type { MediaUser } from "~/contract/content/media";
import { estate, room } from "~/server/database/tables/house/estate";
import { mansion } from "~/server/database/tables/house/property";
import { notification } from "~/server/database/tables/notification/notification";
import { country, district } from "~/server/database/tables/region/geography";
import { banner } from "~/server/database/tables/resource/advert";
import type { Kind } from "../kind";

/** A table whose rows name files, and how: by number, in formatted text, in a list of numbers, or within JSON. */
export interface Place {
  user: Exclude<MediaUser, ContentKind | "mansion">;
  table: PgTable & { id: AnyPgColumn; version?: AnyPgColumn; deleted_at?: AnyPgColumn };
  name: AnyPgColumn;
  ids: readonly AnyPgColumn[];
  texts?: readonly AnyPgColumn[];
  lists?: readonly AnyPgColumn[];
  nested?: readonly AnyPgColumn[];
}

/** What uses files of the library beside the kinds of content and albums. A use that comes has its line here and in the sweep (server/lib/media.ts). */
export const places: readonly Place[] = [
  { user: "banner", table: banner, name: banner.title, ids: [banner.image_id, banner.image_mobile_id] },
  {
    ...{ user: "estate", table: estate, name: estate.name, ids: [estate.brochure_id] },
    texts: [estate.description, estate.surroundings],
    nested: [estate.proposed, estate.proposed_album],
  },
  { user: "room", table: room, name: room.name, ids: [room.floor_plan_id], nested: [room.proposed] },
  {
    ...{ user: "country", table: country, name: country.name_zh, ids: [country.cover_id] },
    texts: [country.buy_policy, country.tax_note],
  },
  { user: "district", table: district, name: district.name_zh, ids: [district.cover_id] },
  {
    ...{ user: "notification", table: notification, name: notification.title, ids: [notification.cover_id] },
    texts: [notification.content],
    lists: [notification.media_ids],
  },
];

/** How a formatted text names a file, and how it does within JSON. */
export const inText = (id: number): string => `data-media-id="${id}"`;
export const inJsonText = (id: number): string => inText(id).replaceAll('"', '\\"');

/** Names within JSON that say which file it is. */
export const fileNames = ["media_id", "mobile_media_id", "floor_plan_id", "brochure_id"] as const;
/** Such a name with this number, as the database writes JSON. */
export const inJson = (id: number): string => `("(?:${fileNames.join("|")})": )${id}(?!\\d)`;

const holds = (text: SQLWrapper, part: string): SQL => sql`position(${part} in ${text}) > 0`;

/** A list of numbers that has this one. */
export const lists = (column: AnyPgColumn, id: number): SQL => sql`${column} @> ${JSON.stringify([id])}::jsonb`;

const anyOf = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` or `)})`;

/** Whether a row of a place names a file. */
export const namesFile = ({ ids, texts = [], lists: several = [], nested = [] }: Place, id: number): SQL =>
  anyOf([
    ...ids.map((column) => sql`${column} = ${id}`),
    ...texts.map((column) => holds(column, inText(id))),
    ...several.map((column) => lists(column, id)),
    ...nested.map((column) => sql`${column}::text ~ ${inJson(id)}`),
    ...nested.map((column) => holds(sql`${column}::text`, inJsonText(id))),
  ]);

export const albumOwners = { estate, mansion } as const;

/** Whether a piece of content names a file in what it says now. */
export function pieceNames({ table, pictures, files = {} }: Kind, id: number): SQL {
  const columns = table as unknown as Record<string, AnyPgColumn | undefined>; // a kind's fields are columns of its table
  const single = [...pictures, ...Object.keys(files)].flatMap((name) => columns[name] ?? []);
  const numbers = single.filter(({ dataType }) => dataType === "number");
  return anyOf([lists(table.media_ids, id), ...numbers.map((column) => sql`${column} = ${id}`)]);
}
