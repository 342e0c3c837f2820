import { and, eq, getTableName, inArray, isNull, like, ne, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Change, Language } from "~/contract/common";
import { type ContentKind, contentCodes } from "~/contract/content/content-kinds";
import { isLive, type ListedStatus, type PublishStatus, publishStatuses } from "~/contract/content/publishing";
import type { FieldError } from "~/contract/errors";
import type { UploadScene } from "~/contract/shared/upload";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import {
  contentApproval,
  type contentColumns,
  type endColumns,
  slugRedirect,
} from "~/server/database/tables/content/content";
import { pick, refuseFields, type SignedCall } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { lettersOf } from "~/server/lib/letters";
import { tellEngines } from "~/server/resources/shared/tell-engines";
import { tellSites } from "~/server/resources/shared/tell-sites";

/** Records that have an address on the site: pieces of content, categories, tags. */
export interface Addressed {
  kind: string;
  table: PgTable & Record<"id" | "slug" | "deleted_at", AnyPgColumn>;
  name: AnyPgColumn;
  /** Addresses that none of them has, since something else is there. */
  reserved?: readonly string[];
}

export const isReserved = ({ reserved = [] }: Addressed, slug: string): boolean => reserved.includes(slug);

/** The owner of this address, other than one record; an old address is its target's as long as that exists. */
export async function ownerOf(db: Db, { kind, table, name }: Addressed, slug: string, ownId = 0) {
  const columns = { id: sql<number>`${table.id}`.mapWith(Number), name: sql<string>`${name}` };
  const others = and(isNull(table.deleted_at), ne(table.id, ownId));
  // The table is a parameter, which drizzle cannot follow.
  const plain: PgTable = table;
  const [present] = await pick(db, plain, columns, and(eq(table.slug, slug), others));
  if (present) return { ...present, is_old: false };
  const [old] = await db
    .select(columns)
    .from(plain)
    .innerJoin(slugRedirect, eq(slugRedirect.target_id, table.id))
    .where(and(eq(slugRedirect.kind, kind), eq(slugRedirect.old_slug, slug), others));
  return old && { ...old, is_old: true };
}

/** Addresses that begin so and are somebody's. */
async function takenBy(db: Db, { kind, table }: Addressed, base: string, ownId: number): Promise<ReadonlySet<string>> {
  const plain: PgTable = table;
  const begins = (column: AnyPgColumn) => or(eq(column, base), like(column, `${base}-%`));
  const rows = await db
    .select({ slug: sql<string>`${table.slug}` })
    .from(plain)
    .where(and(begins(table.slug), isNull(table.deleted_at), ne(table.id, ownId)));
  const old = await db
    .select({ slug: slugRedirect.old_slug })
    .from(slugRedirect)
    .where(and(eq(slugRedirect.kind, kind), begins(slugRedirect.old_slug), ne(slugRedirect.target_id, ownId)));
  return new Set([...rows, ...old].map(({ slug }) => slug));
}

/** An address that nobody has, made of a name. */
export async function proposeSlug(db: Db, addressed: Addressed, name: string, ownId = 0): Promise<string> {
  const base = (await lettersOf(name)) || addressed.kind.replaceAll("_", "-");
  const taken = new Set([...(await takenBy(db, addressed, base, ownId)), ...(addressed.reserved ?? [])]);
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}-${number}`)) number++;
  return `${base}-${number}`;
}

interface Wanted {
  slug: string | null;
  name: string;
  ownId?: number;
}

/** The wanted address, or one made of the name; ends the request with a complaint where somebody else has it. In a transaction: until its end nobody else takes one of the kind. */
export async function freeSlug(db: Db, addressed: Addressed, { slug, name, ownId = 0 }: Wanted): Promise<string> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${addressed.kind}-slug`}, 0))`);
  if (!slug) return proposeSlug(db, addressed, name, ownId);
  if (isReserved(addressed, slug)) return refuseSlug(`网址别名“${slug}”已有其他用途，请换一个`);
  const owner = await ownerOf(db, addressed, slug, ownId);
  if (!owner) return slug;
  const message = owner.is_old
    ? `网址别名是“${owner.name}”用过的，请换一个`
    : `网址别名已被“${owner.name}”使用，请换一个`;
  return refuseSlug(message);
}

const refuseSlug = (message: string): never => refuseFields([{ field: "slug", label: "网址别名", message }]);

export async function movedTo(db: Db, { kind, table }: Addressed, slug: string): Promise<number | undefined> {
  const plain: PgTable = table;
  const [row] = await db
    .select({ id: sql<number>`${table.id}`.mapWith(Number) })
    .from(plain)
    .innerJoin(slugRedirect, eq(slugRedirect.target_id, table.id))
    .where(and(eq(slugRedirect.kind, kind), eq(slugRedirect.old_slug, slug), isNull(table.deleted_at)));
  return row?.id;
}

/** A table of one kind of content: `contentColumns`, a title, an end, and its own. */
export type ContentTable = PgTable &
  Record<Exclude<keyof typeof contentColumns, "version"> | "title", AnyPgColumn> & {
    version: AnyPgColumn<{ data: number }>;
  } & Partial<Record<keyof typeof endColumns | "end_at", AnyPgColumn>>;

export interface ContentItem {
  id: number;
  version: number;
  title: string;
  publish_status: PublishStatus;
  publish_at: string | null;
  /** Not of special pages. */
  offline_at?: string | null;
  was_public: boolean;
  media_ids: number[];
  slug?: string;
  canonical?: string | null;
  deleted_at: string | null;
  created_by: number | null;
  updated_by: number | null;
}

export type Values = Record<string, unknown>;

export interface KindOptions {
  kind: ContentKind;
  title: string;
  module: string;
  table: ContentTable;
  fields: z.ZodObject;
  whole: z.ZodObject;
  /** Names of its fields of rich text, and of those that name a picture or several. */
  rich: readonly string[];
  pictures: readonly string[];
  /** Formatted texts and pictures nested in its fields, such as in modules. */
  inner?: Inner;
  /** Names of its fields that name another file, such as a film, with the scene that it was sent for. */
  files?: Readonly<Record<string, UploadScene>>;
  /** The field that names it, which its address is made of. */
  named: string;
  addressed?: Addressed;
  /** The record as its form shows it, to change an older version. */
  present(call: SignedCall, id: number): Promise<unknown>;
  /** What is wrong with values, apart from limits, dictionary and pictures. */
  check?(call: SignedCall, values: Values, before: ContentItem | undefined): Promise<FieldError[]>;
  /** Further columns that follow from its fields. */
  derive?(call: SignedCall, values: Values, before: ContentItem | undefined): Promise<Values>;
  /** What refers to a piece, in words, so that it may not be deleted. */
  referred?(call: SignedCall, id: number): Promise<string | undefined>;
  /** What goes with a piece that is deleted. */
  removed?(call: SignedCall, row: ContentItem): Promise<void>;
  /** Values of an older version as they may be written now, such as tags that have been merged. */
  renew?(call: SignedCall, values: Values): Promise<Values>;
}

/** What is nested in a kind's fields, each text and picture by a name that begins with its field's, such as `modules.2.content`. */
export interface Inner {
  texts(values: Values): Readonly<Record<string, string>>;
  /** The values with these texts instead of their own. */
  withTexts(values: Values, texts: Readonly<Record<string, string | null>>): Values;
  pictures(values: Values): Readonly<Record<string, number>>;
  /** A field's value in lines of words, as versions are compared. */
  lines(values: Values): Readonly<Record<string, readonly string[]>>;
  nameOf(values: Values, name: string): string;
}

type Line = Parameters<ReturnType<typeof entity<ContentTable>>["log"]>[2];

/** Records of any kind: only what all kinds have is known. */
interface Records {
  find(call: Pick<SignedCall, "db">, id: number): Promise<ContentItem>;
  lock(call: SignedCall, id: number, version?: number): Promise<ContentItem>;
  log(call: SignedCall, row: ContentItem, line?: Line): Promise<void>;
  create(call: SignedCall, values: Values): Promise<ContentItem>;
  change(call: SignedCall, row: ContentItem, values: Values, line?: Line): Promise<ContentItem>;
  changesIn(call: SignedCall, before: Values, after: Values): Promise<Change[]>;
  remove(call: SignedCall, row: ContentItem): Promise<void>;
  unknownChoices(call: SignedCall, after: Values, before?: Values): Promise<FieldError[]>;
}

export interface Kind extends KindOptions {
  records: Records;
  codes: (typeof contentCodes)[ContentKind];
  names: readonly string[];
}

export function kindOf(options: KindOptions): Kind {
  const { kind, title, module, table, fields, named, pictures, files = {} } = options;
  const hidden = [...pictures, ...Object.keys(files)];
  const nameOf = (row: object) => String((row as Values)[named]);
  const present = (call: SignedCall, id: number) => options.present(call, id);
  // Whichever table it is, `contentColumns` make its rows pieces; drizzle cannot say so of a table that is a parameter.
  const records = entity({ table, module, type: kind, title, nameOf, fields, hidden, present });
  return {
    ...options,
    codes: contentCodes[kind],
    names: Object.keys(fields.shape),
    records: tellingSites(options, records as unknown as Records),
  };
}

/** Records whose changes are told to the sites that show them, and to search engines, by whichever way they came (domain C.7). */
const tellingSites = ({ kind, named }: KindOptions, records: Records): Records => ({
  ...records,
  async change(call, row, values, line) {
    const changed = await records.change(call, row, values, line);
    const now = call.services.now();
    const [was, is] = [row, changed].map((one) => statusAt(one, now) === "published");
    const event = was ? (is ? "content.changed" : "content.unpublished") : is && "content.published";
    if (!event) return changed;
    await tellSites(call, event, [shownOf({ kind, named }, changed)]);
    const isMoved = row.slug !== changed.slug;
    if (was && isMoved) await tellEngines(call, kind, [row], "gone");
    await tellEngines(call, kind, [changed], !is ? "gone" : was && !isMoved ? "changed" : "new");
    return changed;
  },
});

export const shownOf = ({ kind, named }: Pick<KindOptions, "kind" | "named">, row: object) => {
  const { id, slug, lang, [named]: title } = row as Values & { id: number; slug?: string; lang?: Language }; // the kind's columns
  return { kind, id, slug, lang, title: String(title) };
};

/** The state as it is at a moment: a scheduled piece whose time has come is published, one that has ended is off line, even before that is written. */
export function statusAt(
  { publish_status, publish_at, offline_at }: Pick<ContentItem, "publish_status" | "publish_at" | "offline_at">,
  now: Date,
): PublishStatus {
  const hasCome = (at: string | null | undefined) => typeof at === "string" && Date.parse(at) <= now.getTime();
  const status = publish_status === "scheduled" && hasCome(publish_at) ? "published" : publish_status;
  return status === "published" && hasCome(offline_at) ? "offline" : status;
}

/** Whether the public has seen it, also where that is not written down yet. */
export const wasPublic = (row: ContentItem, now: Date): boolean =>
  row.was_public || (row.publish_status === "scheduled" && statusAt(row, now) !== "scheduled");

type Caller = Pick<SignedCall["user"], "permissions">;

/** How it stands with a second person's approval, where that is asked for. */
export interface Review {
  isWaiting: boolean;
  /** The caller wrote last what waits. */
  isOwn: boolean;
}

const holds = ({ permissions }: Caller, code: string) => new Set<string>(permissions).has(code);

export const mayView = (kind: ContentKind, user: Caller): boolean => holds(user, contentCodes[kind].view);

export const mayPublish = (kind: ContentKind, user: Caller): boolean => holds(user, contentCodes[kind].publish);

/** What somebody may do with a piece in its state (domain C.7); `review` where a second person is asked. */
export function canOf(kind: ContentKind, user: Caller, status: PublishStatus, review?: Review) {
  const [edits, publishes] = [holds(user, contentCodes[kind].edit), mayPublish(kind, user)];
  // What is scheduled has been approved.
  const isFree = publishes && status !== "published" && (!review || status === "scheduled");
  const isWaiting = review?.isWaiting ?? false;
  return {
    edit: edits,
    save_live: edits && ((publishes && !review) || !isLive(status)),
    publish: isFree,
    schedule: isFree,
    submit: edits && review !== undefined && !isWaiting && !isLive(status),
    review: publishes && isWaiting && !review?.isOwn,
    withdraw: edits && isWaiting,
    unschedule: publishes && status === "scheduled",
    offline: publishes && status === "published",
    to_draft: publishes && status === "offline",
    delete: edits && (status === "draft" || status === "offline"),
  };
}

export const valuesOf = (kind: Kind, row: object): Values =>
  Object.fromEntries(kind.names.map((name) => [name, (row as Values)[name] ?? null]));

/** Pieces in one of these states as they are at a moment (`statusAt`). Undefined where none is asked for. */
export const inStatuses = (
  table: ContentTable,
  statuses: readonly ListedStatus[] | undefined,
  at: Date,
): SQL | undefined =>
  statuses?.length
    ? sql`(${sql.join(
        statuses.map((one) => isIn(table, one, isoInstant(at))),
        sql` or `,
      )})`
    : undefined;

function isIn(table: ContentTable, status: ListedStatus, now: string): SQL {
  const { publish_status, publish_at, offline_at } = table;
  if (status === "pending") return waits(table);
  const isDue = sql`${publish_at} <= ${now}`;
  if (status === "draft") return sql`${publish_status} = 'draft'`;
  if (status === "scheduled") return sql`(${publish_status} = 'scheduled' and not ${isDue})`;
  const isOut = sql`(${publish_status} = 'published' or (${publish_status} = 'scheduled' and ${isDue}))`;
  const isOver = offline_at ? sql`coalesce(${offline_at} <= ${now}, false)` : sql`false`;
  return status === "published"
    ? sql`(${isOut} and not ${isOver})`
    : sql`(${publish_status} = 'offline' or (${isOut} and ${isOver}))`;
}

/** Pieces that wait for a second person; a kind's table has its name. */
const waits = (table: ContentTable): SQL =>
  sql`exists (select 1 from ${contentApproval} where ${contentApproval.kind} = ${getTableName(table)} and ${contentApproval.target_id} = ${table.id} and ${contentApproval.status} = 'pending')`;

/** What a piece's page in a preview says of its state. */
export const stateText = (row: ContentItem, isDraft: boolean, now: Date): string =>
  isDraft ? "修改稿" : publishStatuses[statusAt(row, now)];

/** A piece does not name itself among those that it is related to. */
export const notItself = (label: string, { related_ids }: Values, before: ContentItem | undefined): FieldError[] =>
  before && (related_ids as number[]).includes(before.id)
    ? [{ field: "related_ids", label, message: `${label}不能是本文` }]
    : [];

/** Those of these that are there, in this order. */
export async function presentIds(db: Db, table: ContentTable, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const plain: PgTable = table;
  const rows = await pick(db, plain, { id: table.id }, and(inArray(table.id, [...ids]), isNull(table.deleted_at)));
  const there = new Set(rows.map(({ id }) => Number(id)));
  return ids.filter((id) => there.has(id));
}
