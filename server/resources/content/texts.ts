import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { FieldError } from "~/contract/errors";
import { labelOf } from "~/contract/field";
import type { Db } from "~/server/database/database";
import { contentDraft, revision } from "~/server/database/tables/content/content";
import { media } from "~/server/database/tables/system/system";
import { type Asking, idsOf, pick, type SignedCall } from "~/server/lib/call";
import { takeable } from "~/server/lib/media";
import { cleanTexts, shownPictures } from "~/server/resources/shared/rich-texts";
import type { Kind, Values } from "./kind";

/** What of a record holds texts and pictures: a kind of content, or a record of another area. */
type Pictured = Pick<Kind, "rich" | "pictures" | "inner"> & { fields: z.ZodObject };

/** The numbers of a field that names a file, or several. */
const numbersIn = (value: unknown): number[] => [value].flat().flatMap((one) => (typeof one === "number" ? [one] : []));

/** The values of a form with their texts made safe, and the files that they show. */
export async function cleanValues(
  asking: Asking,
  { rich, pictures, files = {}, inner }: Pick<Kind, "rich" | "pictures" | "files" | "inner">,
  given: Values,
): Promise<{ values: Values; mediaIds: number[] }> {
  const deeper = inner?.texts(given) ?? {};
  const { texts, shown } = await cleanTexts(asking, [...rich, ...Object.keys(deeper)], { ...given, ...deeper });
  const own = Object.fromEntries(rich.flatMap((name) => (name in texts ? [[name, texts[name]]] : [])));
  const values = { ...given, ...own };
  const after = inner ? inner.withTexts(values, texts as Record<string, string | null>) : values; // a text for each name
  const named = [...pictures, ...Object.keys(files)];
  const ids = named.flatMap((name) => numbersIn(after[name]));
  const all = [...ids, ...Object.values(inner?.pictures(after) ?? {})];
  return { values: after, mediaIds: [...new Set([...shown, ...all])] };
}

/** Complaints about pictures that are not public; what the record had before may stay. */
export async function pictureErrors(db: Db, kind: Pictured, values: Values, before: Values): Promise<FieldError[]> {
  const named = kind.pictures.flatMap((name) => {
    const had = numbersIn(before[name]);
    return numbersIn(values[name]).flatMap((id) => (had.includes(id) ? [] : [{ name, id, said: "" }]));
  });
  const { inner } = kind;
  const had = new Set(Object.values(inner?.pictures(before) ?? {}));
  const deeper = Object.entries(inner?.pictures(values) ?? {}).flatMap(([name, id]) =>
    had.has(id) ? [] : [{ name: name.slice(0, name.indexOf(".")), id, said: `${inner?.nameOf(values, name)}：` }],
  );
  const all = [...named, ...deeper];
  const shown = await shownPictures(db, idsOf(all));
  return all
    .filter(({ id }) => !shown.has(id))
    .map(({ name, said }) => ({
      field: name,
      label: labelOf(kind.fields.shape[name], name),
      message: `${said}图片不存在或未上传完成，请重新上传`,
    }));
}

/** Complaints about other files that are not there, were sent for something else, or by somebody else for themselves. What the media library keeps, what the piece has, or had in a version or a draft copy, may stay. */
export async function fileErrors(
  call: Pick<SignedCall, "db" | "user" | "services">,
  { kind, files = {}, fields }: Kind,
  values: Values,
  pieceId: number | undefined,
): Promise<FieldError[]> {
  const { db, user } = call;
  const wrong: FieldError[] = [];
  for (const [name, scene] of Object.entries(files)) {
    const id = values[name];
    if (typeof id !== "number") continue;
    const [row] = await pick(
      db,
      media,
      ["uploader", "is_private"],
      and(eq(media.id, id), eq(media.status, "ready"), eq(media.scene, scene)),
    );
    const isTheirs = row && (!row.is_private || row.uploader === user.id || (await takeable(call, [id])).has(id));
    if (!isTheirs && !(row && pieceId && (await hasHeld(db, kind, pieceId, id))))
      wrong.push({
        field: name,
        label: labelOf(fields.shape[name], name),
        message: "文件不存在或未上传完成，请重新上传",
      });
  }
  return wrong;
}

/** Whether a version or a draft copy of a piece has a file; the newest version is what it says now. */
async function hasHeld(db: Db, kind: Kind["kind"], pieceId: number, id: number): Promise<boolean> {
  const names = sql`@> to_jsonb(array[${id}::bigint])`;
  const { rows } = await db.execute(sql`
    select 1 from ${revision} where kind = ${kind} and target_id = ${pieceId} and media_ids ${names}
    union all
    select 1 from ${contentDraft} where kind = ${kind} and target_id = ${pieceId} and media_ids ${names} limit 1`);
  return rows.length > 0;
}
