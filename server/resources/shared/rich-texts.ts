import { and, eq, inArray } from "drizzle-orm";
import { mediaIn } from "~/contract/content/rich-text";
import { hostNames } from "~/contract/system/setting";
import type { Db } from "~/server/database/database";
import { media } from "~/server/database/tables/system/system";
import { type Asking, pick } from "~/server/lib/call";
import { type CleanOptions, cleanHtml, type PictureOf } from "~/server/lib/rich-text/clean";
import { type DisplayOptions, forEditor } from "~/server/lib/rich-text/display";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { readName } from "~/server/lib/signed-name";
import { type AddressOf, pictureSets } from "./pictures";
import { pictureUrl, readPublicName } from "./upload";

/** The number of a file of ours whose address is in a text: the address is signed, so that nobody can name a file they were not shown. */
const ownPicture =
  (services: Services): PictureOf =>
  (src) => {
    const [, name] = /\/api\/public\/file\/([\w.-]+)$/.exec(src) ?? [];
    if (name) return readPublicName(services, name)?.id;
    const [, id, token = ""] = /\/api\/upload\/media\/(\d{1,15})\/file\/([\w.-]+)$/.exec(src) ?? [];
    return id && readName(services, "read", token)?.[0] === id ? Number(id) : undefined;
  };

/** Of these files those that anybody may see, and that are there. */
export async function shownPictures(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await pick(
    db,
    media,
    ["id"],
    and(inArray(media.id, [...ids]), eq(media.status, "ready"), eq(media.is_private, false), eq(media.kind, "image")),
  );
  return new Set(rows.map(({ id }) => id));
}

/** What texts may hold now. */
async function textRules({ db, services }: Asking): Promise<CleanOptions> {
  const { "content.video_hosts": hosts } = await readSettings(db);
  return { videoHosts: hostNames(hosts), pictureOf: ownPicture(services) };
}

/** The rich texts of these names made safe, as they are kept, and the files that they show; an empty one is null. */
export async function cleanTexts<N extends string>(
  asking: Asking,
  names: readonly N[],
  values: Readonly<Partial<Record<N, unknown>>>,
): Promise<{ texts: Partial<Record<N, string | null>>; shown: ReadonlySet<number> }> {
  const rules = await textRules(asking);
  const texts = names.flatMap((name) => {
    const html = values[name];
    return typeof html === "string" ? [[name, cleanHtml(html, rules)] as const] : [];
  });
  const mediaIds = texts.flatMap(([, html]) => mediaIn(html));
  const shown = await shownPictures(asking.db, mediaIds);
  const cleaned = texts.map(([name, html]) => {
    const safe = cleanHtml(html, { ...rules, isShown: (id) => shown.has(id) });
    return [name, safe === "" || safe === "<p></p>" ? null : safe] as const;
  });
  // Its keys are names of the list.
  return { texts: Object.fromEntries(cleaned) as Partial<Record<N, string | null>>, shown };
}

/** How texts are shown: which pictures are there, and at which addresses. */
export async function displayRules(
  asking: Asking,
  texts: readonly (string | null)[],
  addressOf: AddressOf = (id) => pictureUrl(asking.services, id),
  /** For readers of this language: with the widths and words of pictures. */
  lang?: string,
): Promise<DisplayOptions> {
  const rules = await textRules(asking);
  const mediaIds = texts.flatMap((html) => (html ? mediaIn(html) : []));
  const shown = await shownPictures(asking.db, mediaIds);
  const setOf = lang === undefined ? undefined : await pictureSets(asking, mediaIds, addressOf);
  return {
    ...rules,
    isShown: (id) => shown.has(id),
    urlOf: (id) => addressOf(id),
    ...(setOf && { setOf: (id) => setOf(id, lang ?? "zh") }),
  };
}

/** The rich texts of a record as its page and its form show them: made safe once more, with the addresses of their pictures. */
export async function textsForEditor<N extends string>(
  asking: Asking,
  record: Readonly<Record<N, string | null>>,
  names: readonly N[],
): Promise<Record<N, string | null>> {
  const kept = names.map((name) => record[name]);
  const rules = kept.some(Boolean) ? await displayRules(asking, kept) : undefined;
  const shown = names.map((name, at) => {
    const html = kept[at];
    return [name, html && rules ? forEditor(html, rules) : null] as const;
  });
  // One entry for each of the names.
  return Object.fromEntries(shown) as Record<N, string | null>;
}
