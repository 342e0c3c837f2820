import { and, eq, exists, isNull, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { publicFile as contract } from "~/contract/shared/public-file";
import { article } from "~/server/database/tables/article/article";
import { estate, room } from "~/server/database/tables/house/estate";
import { album, mansion } from "~/server/database/tables/house/property";
import { country } from "~/server/database/tables/region/geography";
import { banner } from "~/server/database/tables/resource/advert";
import { investment, report, video } from "~/server/database/tables/resource/resource";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { special } from "~/server/database/tables/special/special";
import { broker } from "~/server/database/tables/system/admin";
import { media } from "~/server/database/tables/system/system";
import { found, refuse, rowsOf } from "~/server/lib/call";
import { admitVisitor } from "~/server/lib/public-read";
import { serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { isPublic } from "~/server/resources/shared/content-visits";
import { isShowing } from "~/server/resources/shared/shown-banners";
import { inSize, readPublicName, throughHere } from "~/server/resources/shared/upload";
import { inPhase } from "~/server/resources/special/view";
import { isMarket } from "./public-dictionary";

/** Pictures and films of what is public, at addresses that stay (decision 1400). */
export const publicFileHandlers = [
  serve(contract.read, async ({ params, services, raw, origin }) => {
    await admitVisitor({ services, origin });
    const { id, size } = readPublicName(services, params.name) ?? refuse(40400);
    const [file] = await rowsOf(
      services.db,
      media,
      and(eq(media.id, id), eq(media.status, "ready"), eq(media.is_private, false)),
    );
    const row = inSize(found(file), size);
    if (!(await isInUse(services, id))) return refuse(40400);
    return { ...(await throughHere(services, row, raw)), kept: "lasting" as const };
  }),
];

const isOnline = and(isNull(estate.deleted_at), eq(estate.publish_status, "online"));

/** Whether something that the public sees now shows a file. A use that is answered to the public anywhere has its line here. */
async function isInUse(services: Services, id: number): Promise<boolean> {
  const { db, now } = services;
  const at = now();
  const used = (table: PgTable, where: SQL | undefined) => exists(db.select({ one: sql`1` }).from(table).where(where));
  const pieces = [
    ...[article, video, investment, report, encyclopaedia, seoArticle].map((table) => ({
      table,
      column: table.cover_id as AnyPgColumn,
      shown: isPublic(table, at),
    })),
    { table: cityIntro, column: cityIntro.banner_id, shown: isPublic(cityIntro, at) },
    { table: special, column: special.cover_id, shown: inPhase("running", at) },
  ];
  const inAlbum = (type: "estate" | "mansion", table: typeof estate | typeof mansion, where: SQL | undefined) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(album)
        .innerJoin(table, eq(table.id, album.owner_id))
        .where(and(eq(album.owner_type, type), eq(album.media_id, id), where)),
    );
  // By an index first. Texts are searched where nothing else shows the file; last those of estates, since no column lists their files.
  const uses = [
    ...pieces.map(({ table, column, shown }) => used(table, and(eq(column, id), shown))),
    used(banner, and(or(eq(banner.image_id, id), eq(banner.image_mobile_id, id)), isShowing(at))),
    inAlbum("estate", estate, isOnline),
    inAlbum("mansion", mansion, and(album.is_cover, isNull(mansion.deleted_at), eq(mansion.status, "enabled"))),
    exists(
      db
        .select({ one: sql`1` })
        .from(room)
        .innerJoin(estate, eq(estate.id, room.estate_id))
        .where(and(eq(room.floor_plan_id, id), eq(room.is_proposed, false), isOnline)),
    ),
    used(country, and(eq(country.cover_id, id), isMarket)),
    used(broker, and(eq(broker.avatar_id, id), isNull(broker.deleted_at), eq(broker.status, "enabled"))),
    ...pieces.map(({ table, shown }) =>
      used(table, and(sql`${table.media_ids} @> ${JSON.stringify([id])}::jsonb`, shown)),
    ),
  ];
  const { rows } = await db.execute<{ used: boolean }>(sql`select ${or(...uses)} as used`);
  return rows[0]?.used === true || (await inEstateTexts(services)).has(id);
}

const estateTexts = "files in the texts of estates";

/** The files in the texts of estates that are on line: long texts, which are read once for all the files that are asked for until something changes. */
async function inEstateTexts({ db, now, answers }: Services): Promise<ReadonlySet<number>> {
  const known = answers?.find(estateTexts, now());
  // Only this function keeps anything under its key.
  if (known) return known as ReadonlySet<number>;
  const turn = answers?.begin();
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct named[1] as id from ${estate},
      unnest(array[${estate.description}, ${estate.surroundings}]) as text,
      regexp_matches(text, 'data-media-id="(\\d{1,15})"', 'g') as named
    where ${isOnline} and text like '%data-media-id=%'`);
  const ids = new Set(rows.map(({ id }) => Number(id)));
  answers?.keep(estateTexts, ids, { bytes: ids.size * 64, turn, now: now() });
  return ids;
}
