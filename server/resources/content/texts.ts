import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { mediaIn } from "~/contract/content/rich-text";
import type { FieldError } from "~/contract/errors";
import { labelOf } from "~/contract/field";
import { hostNames } from "~/contract/system/setting";
import type { Database, Transaction } from "~/server/database/database";
import { media } from "~/server/database/tables/system/system";
import { type CleanOptions, cleanHtml, type PictureOf } from "~/server/lib/rich-text/clean";
import type { DisplayOptions } from "~/server/lib/rich-text/display";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { readName } from "~/server/lib/signed-name";
import { pictureUrl } from "~/server/resources/shared/upload";
import type { Kind, Values } from "./kind";

type Db = Database | Transaction;
interface Asking {
  db: Db;
  services: Services;
}
/** What of a record holds texts and pictures: a kind of content, or a record of another area. */
type Pictured = Pick<Kind, "rich" | "pictures"> & { fields: z.ZodObject };

/** The number of a file of ours whose address stands in a text: the address is signed, so that nobody can name what they have not been shown. */
const ownPicture =
  (services: Services): PictureOf =>
  (src) => {
    const [, id, token = ""] = /\/api\/upload\/media\/(\d{1,15})\/file\/([\w.-]+)$/.exec(src) ?? [];
    return id && readName(services, "read", token)?.[0] === id ? Number(id) : undefined;
  };

/** Of these files those that anybody may see, and that are there. */
async function shownOf(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: media.id })
    .from(media)
    .where(
      and(inArray(media.id, [...ids]), eq(media.status, "ready"), eq(media.is_private, false), eq(media.kind, "image")),
    );
  return new Set(rows.map(({ id }) => id));
}

/** What texts may hold now. */
async function textRules({ db, services }: Asking): Promise<CleanOptions> {
  const { "content.video_hosts": hosts } = await readSettings(db);
  return { videoHosts: hostNames(hosts), pictureOf: ownPicture(services) };
}

/** The values of a form with their texts made safe, and the files that they show. */
export async function cleanValues(
  asking: Asking,
  kind: Pick<Pictured, "rich" | "pictures">,
  values: Values,
): Promise<{ values: Values; mediaIds: number[] }> {
  const rules = await textRules(asking);
  const texts = kind.rich.flatMap((name) => {
    const html = values[name];
    return typeof html === "string" ? [[name, cleanHtml(html, rules)] as const] : [];
  });
  const named = texts.flatMap(([, html]) => mediaIn(html));
  const shown = await shownOf(asking.db, named);
  const cleaned = texts.map(([name, html]) => {
    const safe = cleanHtml(html, { ...rules, isShown: (id) => shown.has(id) });
    return [name, safe === "" || safe === "<p></p>" ? null : safe] as const;
  });
  const after = { ...values, ...Object.fromEntries(cleaned) };
  const pictures = kind.pictures.flatMap((name) => (typeof after[name] === "number" ? [after[name]] : []));
  return { values: after, mediaIds: [...new Set([...shown, ...pictures])] };
}

/** Complaints about pictures that are not there for everybody to see; what the record had before may stay. */
export async function pictureErrors(db: Db, kind: Pictured, values: Values, before: Values): Promise<FieldError[]> {
  const named = kind.pictures.flatMap((name) => {
    const id = values[name];
    return typeof id === "number" && id !== before[name] ? [{ name, id }] : [];
  });
  const shown = await shownOf(
    db,
    named.map(({ id }) => id),
  );
  return named
    .filter(({ id }) => !shown.has(id))
    .map(({ name }) => ({
      field: name,
      label: labelOf(kind.fields.shape[name], name),
      message: "图片不存在或未上传完成，请重新上传",
    }));
}

/** How texts are shown: which pictures are there, and at which addresses. `base` goes before each, for pages of other sites. */
export async function displayRules(
  asking: Asking,
  texts: readonly (string | null)[],
  base = "",
): Promise<DisplayOptions> {
  const rules = await textRules(asking);
  const shown = await shownOf(
    asking.db,
    texts.flatMap((html) => (html ? mediaIn(html) : [])),
  );
  return {
    ...rules,
    isShown: (id) => shown.has(id),
    urlOf: (id) => base + pictureUrl(asking.services, id),
  };
}
