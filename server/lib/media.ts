import { and, eq, exists, gte, inArray, isNull, lt, not, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { mayCall } from "~/contract/endpoint";
import { libraryScenes, uploadScenes } from "~/contract/shared/upload";
import type { Db } from "~/server/database/database";
import { article } from "~/server/database/tables/article/article";
import { accountStatement, developerCompare } from "~/server/database/tables/clue/statement";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDraft, revision } from "~/server/database/tables/content/content";
import { requirementAnnex } from "~/server/database/tables/customer/customer";
import { billing, dealAttachment } from "~/server/database/tables/deal/deal";
import { estate, room } from "~/server/database/tables/house/estate";
import { album } from "~/server/database/tables/house/property";
import { chatMessage } from "~/server/database/tables/inquiry/chat";
import { notification } from "~/server/database/tables/notification/notification";
import { country, district } from "~/server/database/tables/region/geography";
import { banner } from "~/server/database/tables/resource/advert";
import { investment, report, video } from "~/server/database/tables/resource/resource";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { special } from "~/server/database/tables/special/special";
import { appVersion } from "~/server/database/tables/system/admin";
import { media, operationLog, uploadPart } from "~/server/database/tables/system/system";
import { audit, forgetInLog } from "./audit";
import { idsOf, pick, setRows } from "./call";
import type { Caller } from "./caller";
import { derivedKey } from "./seal";
import { sealedStorage } from "./sealed-storage";
import type { Services } from "./services";
import type { Storage } from "./storage";

/** After this long an upload that was not completed, or a finished file that no record took, is waste; until then it may be taken. */
export const uploadHours = 24;
/** Files for a deal, a bill or a statement may wait in a form that somebody continues some days later. */
const paperDays = 7;
/** How long the search for such waste continues after it may not be taken any more, so that files kept for years are not checked again and again. */
const searchDays = 30;
const day = 86_400_000;
/** What was deleted from the library stays in its recycle bin for so long. */
const trashDays = 30;
const chunkSize = 200;
const removedName = "已删除文件";

/** Files that somebody has sent whole for a scene. */
export const isOwnUpload = (userId: number, scene: string, ids: readonly number[]) =>
  and(inArray(media.id, [...ids]), eq(media.uploader, userId), eq(media.status, "ready"), eq(media.scene, scene));

/** Papers of deals, bills and statements likewise, which the sweep has not come near. */
export const isOwnPaper = (
  { user, services }: Owner,
  scene: "deal" | "voucher" | "statement",
  ids: readonly number[],
) =>
  and(isOwnUpload(user.id, scene, ids), gte(media.created_at, isoInstant(services.now().getTime() - paperDays * day)));

interface Owner {
  user: { id: number };
  services: Pick<Services, "now">;
}

const sealedScenes: readonly string[] = Object.entries(uploadScenes).flatMap(([scene, { isSealed }]) =>
  isSealed ? [scene] : [],
);

export const isSealed = (scene: string): boolean => sealedScenes.includes(scene);

const privateScenes: readonly string[] = Object.entries(uploadScenes).flatMap(([scene, { isPrivate }]) =>
  isPrivate ? [scene] : [],
);

/** Where an upload scene's files are. In a folder sealed scenes are encrypted, in a bucket all private ones. Older files stay in the folder. */
export function storageOf(
  { storage, bucket, secret }: Pick<Services, "storage" | "bucket" | "secret">,
  scene: string,
): Storage {
  const sealed = (inner: Storage) => sealedStorage(inner, derivedKey(secret, "sealed-files"));
  const folder = isSealed(scene) ? sealed(storage) : storage;
  if (!bucket) return folder;
  const remote = privateScenes.includes(scene) ? sealed(bucket) : bucket;
  const holderOf = async (key: string) => ((await storage.has(key)) ? folder : remote);
  return {
    write: (...file) => remote.write(...file),
    read: async (key) => (await holderOf(key)).read(key),
    head: async (key, bytes) => (await holderOf(key)).head(key, bytes),
    remove: async (key) => (await holderOf(key)).remove(key),
  };
}

/** Gives files up, in the transaction that drops what referred to them: no address opens them any more, and the next sweep deletes them. What the library keeps stays. */
export async function dropMedia(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await setRows(db, media, and(inArray(media.id, [...ids]), eq(media.is_kept, false)), { status: "removed" });
}

/** The same for those of these files that nothing shows any more. */
export async function dropUnshown(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await pick(db, media, ["id"], and(inArray(media.id, [...ids]), ...shownBy(db).map(not)));
  await dropMedia(db, idsOf(rows));
}

/** Of these files those that somebody may take out of the media library although they have not sent them: new ones, those that stay, and those that are shown somewhere. */
export async function takeable({ db, user, services }: Taking, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0 || !mayCall(user, { permission: "content:media:view" })) return new Set();
  const since = isoInstant(services.now().getTime() - uploadHours * 3_600_000);
  const isThere = and(
    inArray(media.id, [...ids]),
    eq(media.status, "ready"),
    inArray(media.scene, [...libraryScenes]),
    or(eq(media.is_kept, true), gte(media.created_at, since), ...shownBy(db), isHandedOut(db)),
  );
  return new Set(idsOf(await pick(db, media, ["id"], isThere)));
}

interface Taking {
  db: Db;
  user: Pick<Caller, "permissions">;
  services: Pick<Services, "now">;
}

/** Deletes the files and rows of what was given up and of uploads that came to nothing; answers how many. */
export async function sweepMedia(services: Services, signal?: AbortSignal): Promise<number> {
  const { db, now } = services;
  await giveUp(db, now().getTime());
  await giveUpPapers(db, now().getTime() - paperDays * day - 3_600_000);
  let swept = 0;
  for (let more = true; more; ) {
    const rows = await db.select().from(media).where(eq(media.status, "removed")).orderBy(media.id).limit(chunkSize);
    for (const { id, key, thumb_key, scene, sending, widths } of rows) {
      signal?.throwIfAborted();
      const storage = storageOf(services, scene);
      await dropParts(services, { id, key, scene, sending });
      // The files first: what fails half-way is found again by its row.
      for (const one of [key, thumb_key, ...(widths ?? []).map((width) => width.key)])
        if (one) await storage.remove(one);
      await db.transaction(async (tx) => {
        await tx.delete(uploadPart).where(eq(uploadPart.media_id, id));
        await tx.delete(media).where(eq(media.id, id));
        // A file's name may be a person's.
        const isLine = and(eq(operationLog.target_type, "media"), eq(operationLog.target_id, id));
        const forgotten = await forgetInLog(tx, now(), isLine, { target_name: removedName });
        if (forgotten > 0)
          await audit(
            { db: tx, user: "system", services },
            {
              module: "upload",
              action: "destroy",
              target: { type: "media", id, name: removedName },
              summary: `清理已删除的文件#${id}`,
            },
          );
      });
      swept++;
    }
    more = rows.length === chunkSize;
  }
  return swept;
}

/** Deletes what came of a file that was sent in parts and never joined. */
async function dropParts(
  services: Services,
  { id, key, scene, sending }: Pick<typeof media.$inferSelect, "id" | "key" | "scene" | "sending">,
): Promise<void> {
  if (sending) return services.bucket?.dropParts({ key, id: sending });
  const parts = await services.db.select({ key: uploadPart.key }).from(uploadPart).where(eq(uploadPart.media_id, id));
  for (const part of parts) await storageOf(services, scene).remove(part.key);
}

/** Pictures of content: of what it says now, of draft copies, of the versions that are kept. Gathered once, not looked for file by file. */
const inContent = sql`${media.id} in (
  ${sql.join(
    [article, video, investment, report, cityIntro, encyclopaedia, seoArticle, special].map(
      (table) =>
        sql`select shown.id::bigint from ${table}, jsonb_array_elements_text(${table.media_ids}) shown(id) where ${table.deleted_at} is null`,
    ),
    sql` union all `,
  )}
  union all select shown.id::bigint from ${notification}, jsonb_array_elements_text(${notification.media_ids}) shown(id) where ${notification.deleted_at} is null
  union all select shown.id::bigint from ${contentDraft}, jsonb_array_elements_text(${contentDraft.media_ids}) shown(id)
  union all select shown.id::bigint from ${revision}, jsonb_array_elements_text(${revision.media_ids}) shown(id))`;

/** Everything by which a picture or film of the public scenes is shown somewhere. */
function shownBy(db: Db): SQL[] {
  // Texts of estates and countries hold few: they say it themselves.
  const inTexts = (column: SQLWrapper, table: SQLWrapper) =>
    sql`${media.id} in (select named[1]::bigint from ${table}, regexp_matches(${column}, 'data-media-id="(\\d{1,15})"', 'g') named
      where ${column} like '%data-media-id=%')`;
  return [
    inContent,
    inTexts(estate.description, estate),
    inTexts(estate.surroundings, estate),
    inTexts(country.buy_policy, country),
    inTexts(country.tax_note, country),
    ...[article, video, investment, report].map((table) =>
      exists(
        db
          .select({ one: sql`1` })
          .from(table as PgTable)
          .where(eq(table.cover_id, media.id)),
      ),
    ),
    exists(db.select({ one: sql`1` }).from(video).where(eq(video.media_id, media.id))),
    exists(db.select({ one: sql`1` }).from(notification).where(eq(notification.cover_id, media.id))),
    exists(
      db
        .select({ one: sql`1` })
        .from(banner)
        .where(or(eq(banner.image_id, media.id), eq(banner.image_mobile_id, media.id))),
    ),
    exists(db.select({ one: sql`1` }).from(album).where(eq(album.media_id, media.id))),
    exists(db.select({ one: sql`1` }).from(country).where(eq(country.cover_id, media.id))),
    exists(db.select({ one: sql`1` }).from(district).where(eq(district.cover_id, media.id))),
    exists(db.select({ one: sql`1` }).from(room).where(eq(room.floor_plan_id, media.id))),
    // Few wait for a review: looked through once, not for each file.
    sql`${media.id} in (select (item ->> 'media_id')::bigint from ${estate}, jsonb_array_elements(${estate.proposed_album}) item
      where ${estate.proposed_album} is not null)`,
    sql`${media.id} in (select (${room.proposed} ->> 'floor_plan_id')::bigint from ${room}
      where ${room.proposed} ->> 'floor_plan_id' is not null)`,
  ];
}

/** Brochures that an estate hands out. */
const isHandedOut = (db: Db) => exists(db.select({ one: sql`1` }).from(estate).where(eq(estate.brochure_id, media.id)));

/** Of private pictures a finished file without a reference is not looked for: follow-ups name theirs in lists that no index searches. */
async function giveUp(db: Db, now: number): Promise<void> {
  // One hour more than may still be taken, so that nobody takes what is just being given up.
  const before = isoInstant(now - (uploadHours + 1) * 3_600_000);
  const taken = exists(
    db.select({ one: sql`1` }).from(requirementAnnex).where(eq(requirementAnnex.media_id, media.id)),
  );
  const installed = exists(db.select({ one: sql`1` }).from(appVersion).where(eq(appVersion.package_id, media.id)));
  const said = exists(db.select({ one: sql`1` }).from(chatMessage).where(eq(chatMessage.media_id, media.id)));
  const shown = shownBy(db);
  // What the library has, or what has just been replaced there, which may be taken back.
  const isFree = and(
    eq(media.status, "ready"),
    eq(media.is_kept, false),
    or(isNull(media.replaced_by), lt(media.updated_at, before)),
  );
  const isWaste = or(
    inArray(media.status, ["uploading", "blocked"]),
    and(eq(media.status, "ready"), eq(media.scene, "annex"), not(taken)),
    and(eq(media.status, "ready"), eq(media.scene, "package"), not(installed)),
    and(eq(media.status, "ready"), eq(media.scene, "chat"), not(said)),
    and(isFree, eq(media.scene, "brochure"), not(isHandedOut(db))),
    // Of a report: it, a draft copy or a version has the file, or the library.
    and(
      isFree,
      eq(media.scene, "report"),
      not(inContent),
      not(exists(db.select({ one: sql`1` }).from(report).where(eq(report.file_id, media.id)))),
    ),
    and(isFree, inArray(media.scene, ["cover", "album", "film", "content"]), ...shown.map(not)),
    and(eq(media.status, "trashed"), lt(media.trashed_at, isoInstant(now - trashDays * day))),
  );
  await setRows(db, media, and(isWaste, lt(media.created_at, before)), { status: "removed" });
}

/** Papers that no deal, bill or statement has taken. Slips are named in lists, of bills by an index, of statements few enough to be looked through. */
async function giveUpPapers(db: Db, before: number): Promise<void> {
  const listed = (column: SQLWrapper, table: SQLWrapper) =>
    sql`${media.id} in (select item::bigint from ${table}, jsonb_array_elements_text(${column}) item where ${column} <> '[]')`;
  const { proof_ids, voucher_ids, invoice_media_id } = accountStatement;
  const taken = {
    deal: [exists(db.select({ one: sql`1` }).from(dealAttachment).where(eq(dealAttachment.media_id, media.id)))],
    voucher: [
      sql`exists (select 1 from ${billing} where ${billing.voucher_ids} @> to_jsonb(array[${media.id}]) and ${billing.voucher_ids} <> '[]')`,
      listed(voucher_ids, accountStatement),
    ],
    statement: [
      listed(proof_ids, accountStatement),
      sql`${media.id} in (select ${invoice_media_id} from ${accountStatement} where ${invoice_media_id} is not null)`,
      sql`${media.id} in (select ${developerCompare.media_id} from ${developerCompare})`,
    ],
  };
  for (const [scene, ways] of Object.entries(taken))
    await db
      .update(media)
      .set({ status: "removed" })
      .where(
        and(
          eq(media.status, "ready"),
          eq(media.scene, scene),
          lt(media.created_at, isoInstant(before)),
          gte(media.created_at, isoInstant(before - searchDays * day)),
          ...ways.map(not),
        ),
      );
}
