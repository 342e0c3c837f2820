import { createHash } from "node:crypto";
import { and, eq, type InferSelectModel } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Change } from "~/contract/common";
import type { ContentKind } from "~/contract/content/content-kinds";
import { isLive, type RevisionAct } from "~/contract/content/publishing";
import { letterCount } from "~/contract/content/rich-text";
import type { FieldError } from "~/contract/errors";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDraft } from "~/server/database/tables/content/content";
import type { AuditAction } from "~/server/lib/audit";
import { found, Refusal, refuse, refuseFields, rowsOf, type SignedCall } from "~/server/lib/call";
import { isPresent } from "~/server/lib/entity";
import { complaintsOn } from "~/server/lib/input";
import { leadOn, takeSlug } from "~/server/resources/shared/redirects";
import { isReviewed, passGate, saysTheSame, withdrawChanged } from "./approval";
import {
  type ContentItem,
  type ContentTable,
  freeSlug,
  type Kind,
  mayPublish,
  statusAt,
  type Values,
  valuesOf,
  wasPublic,
} from "./kind";
import { keepRevision } from "./revisions";
import { cleanValues, fileErrors, pictureErrors } from "./texts";

/** Valid values to write, with their texts made safe. */
async function checked(call: SignedCall, kind: Kind, given: Values, before?: ContentItem) {
  const { values, mediaIds } = await cleanValues(call, kind, given);
  const old = before ? valuesOf(kind, before) : {};
  const wrong: FieldError[] = [
    ...(await kind.records.unknownChoices(call, values, old)),
    ...(await pictureErrors(call.db, kind, values, old)),
    ...(await fileErrors(call, kind, values, before?.id)),
    ...((await kind.check?.(call, values, before)) ?? []),
  ];
  const [first] = wrong;
  if (first) return refuseFields(wrong.filter(({ field }, at) => wrong.findIndex((one) => one.field === field) === at));
  return { values, mediaIds };
}

/** Ends the request with what a publication still needs. */
export function demandWhole({ whole }: Kind, values: Values): void {
  const wrong = complaintsOn(whole, values);
  if (wrong.length) refuseFields(wrong);
}

export async function addItem(call: SignedCall, kind: Kind, body: Values): Promise<{ id: number }> {
  const { values, mediaIds } = await checked(call, kind, body);
  const { addressed } = kind;
  const name = String(values[kind.named]);
  const slug =
    addressed && (await freeSlug(call.db, addressed, { slug: (values.slug as string | null) ?? null, name }));
  if (slug) await takeSlug(call.db, kind.kind, slug);
  const next = { ...values, ...(slug && { slug }) };
  const derived = (await kind.derive?.(call, next, undefined)) ?? {};
  const columns = { ...next, ...derived, media_ids: mediaIds };
  const row = await kind.records.create(call, columns);
  await keepRevision(call, kind, row, "create", kind.names);
  return { id: row.id };
}

/** What is wrong with the end of a piece that is public from a moment on. */
export function endErrors({ offline_at }: Values, from: Date): FieldError[] {
  if (typeof offline_at !== "string" || Date.parse(offline_at) > from.getTime()) return [];
  return [{ field: "offline_at", label: "下线时间", message: "下线时间应晚于现在和发布时间" }];
}

/** Ends the request where a piece would be over before it is public. */
export function demandEnd(values: Values, from: Date): void {
  const wrong = endErrors(values, from);
  if (wrong.length) refuseFields(wrong);
}

interface Writing {
  act: RevisionAct;
  verb: string;
  action?: AuditAction;
  /** Of the draft copy whose values they are. */
  draftVersion?: number;
}

/** Writes values over a locked piece, with its version, its log line and its address; answers it as it is then. Without a change nothing is written. */
export async function writeItem(
  call: SignedCall,
  kind: Kind,
  row: ContentItem,
  given: Values,
  { act, verb, action, draftVersion }: Writing,
): Promise<ContentItem> {
  const { db, services } = call;
  const isPublic = isLive(statusAt(row, services.now()));
  const { values, mediaIds } = await checked(call, kind, given, row);
  if (isPublic) {
    demandWhole(kind, values);
    demandEnd(values, later(services.now(), row.publish_at));
  }
  const { addressed } = kind;
  const wanted = (values.slug as string | null | undefined) ?? row.slug ?? null;
  const isMoved = addressed !== undefined && wanted !== row.slug;
  const slug = isMoved
    ? await freeSlug(db, addressed, { slug: wanted, name: String(values[kind.named]), ownId: row.id })
    : row.slug;
  const next = { ...values, ...(slug !== undefined && { slug }) };
  const changes = await changesIn(call, kind, row, next);
  if (changes.length === 0) return row;
  const changed_fields = changes.map(({ field }) => field);
  if (!isPublic) await withdrawChanged(call, kind, row.id);
  else if (!saysTheSame(changed_fields)) await passGate(call, kind, row, draftVersion);
  const derived = (await kind.derive?.(call, next, row)) ?? {};
  // One that has ended is off line, whatever its end says from now on.
  const hasEnded = statusAt(row, services.now()) === "offline" && row.publish_status !== "offline";
  const ended = hasEnded && { publish_status: "offline", was_public: true };
  const columns = { ...next, ...derived, ...ended, media_ids: mediaIds };
  if (isMoved && slug) {
    await takeSlug(db, kind.kind, slug);
    if (row.slug && wasPublic(row, services.now()))
      await leadOn(db, kind.kind, services.now(), { slug: row.slug, id: row.id }, row.id);
  }
  const line = { verb, changes, ...(action && { action }) };
  const changed = await kind.records.change(call, row, columns, line);
  await keepRevision(call, kind, changed, act, changed_fields);
  return changed;
}

const later = (now: Date, at: string | null): Date => new Date(Math.max(now.getTime(), at ? Date.parse(at) : 0));

/** What a change is in words; of a long text how long it is, and a mark by which two of the same length differ. */
async function changesIn(call: SignedCall, kind: Kind, row: ContentItem, next: Values): Promise<Change[]> {
  const [before, after] = [valuesOf(kind, row), { ...next }];
  for (const values of [before, after]) {
    for (const name of kind.rich) values[name] = inShort(values[name]);
    for (const name of Object.keys(kind.inner?.lines(values) ?? {})) values[name] = `#${markOf(values[name])}`;
  }
  return kind.records.changesIn(call, { ...row, ...before }, after);
}

function inShort(html: unknown): string | null {
  if (typeof html !== "string") return null;
  return `${letterCount(html)}字 #${markOf(html)}`;
}

/** A short hash that tells two long values apart. The order of an object's names does not count: the database keeps its own. */
function markOf(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null, inOrder);
  return createHash("sha256").update(text).digest("hex").slice(0, 6);
}

const inOrder = (_: string, value: unknown) =>
  value instanceof Object && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Whether what somebody saves replaces what is public: not without `:publish`, nor where a second person is asked. */
export const savesLive = async ({ db, user }: SignedCall, kind: Kind): Promise<boolean> =>
  mayPublish(kind.kind, user) && !(await isReviewed(db));

/** A form that was read in a version: only a publisher's changes what is public; anybody else's becomes the draft copy. */
export async function saveItem(
  call: SignedCall,
  kind: Kind,
  id: number,
  { version, ...values }: Values & { version: number },
): Promise<void> {
  const row = await kind.records.lock(call, id, version);
  if (isLive(statusAt(row, call.services.now())) && !(await savesLive(call, kind))) {
    await writeDraft(call, kind, row, values, { base_version: version, draft_version: 0 });
    return;
  }
  await writeItem(call, kind, row, values, { act: "save", verb: "编辑" });
}

export async function draftOf({ db }: Pick<SignedCall, "db">, kind: ContentKind, id: number) {
  const [draft] = await rowsOf(db, contentDraft, and(eq(contentDraft.kind, kind), eq(contentDraft.target_id, id)));
  return draft;
}

interface Over {
  base_version: number;
  draft_version: number;
}

/** Writes the draft copy of a locked piece; 40901 with the present one where somebody else has written it since. */
async function writeDraft(
  call: SignedCall,
  kind: Kind,
  row: ContentItem,
  given: Values,
  { base_version, draft_version }: Over,
): Promise<void> {
  const { db, user, services } = call;
  const present = await draftOf(call, kind.kind, row.id);
  if ((present?.version ?? 0) !== draft_version) {
    if (!present) return refuse(40400);
    throw new Refusal(40901, "已有修改稿，请刷新后在其上修改", present.snapshot);
  }
  const { values, mediaIds } = await checked(call, kind, given, row);
  const draft = {
    base_version,
    snapshot: values,
    media_ids: mediaIds,
    version: draft_version + 1,
    by: user.id,
    at: isoInstant(services.now()),
  };
  await db
    .insert(contentDraft)
    .values({ kind: kind.kind, target_id: row.id, ...draft })
    .onConflictDoUpdate({ target: [contentDraft.kind, contentDraft.target_id], set: draft });
  await withdrawChanged(call, kind, row.id, "draft");
  await kind.records.log(call, row, { verb: present ? "编辑修改稿：" : "新增修改稿：" });
}

/** The draft copy of what is public; anything else is edited itself. */
export async function saveDraft(
  call: SignedCall,
  kind: Kind,
  id: number,
  { base_version, draft_version, ...values }: Values & Over,
): Promise<void> {
  const row = await kind.records.lock(call, id);
  if (!isLive(statusAt(row, call.services.now()))) throw new Refusal(40902, "未发布的内容可直接编辑，无需修改稿");
  if (base_version > row.version) return refuse(40901);
  await writeDraft(call, kind, row, values, { base_version, draft_version });
}

export async function dropDraft(call: SignedCall, kind: Kind, id: number): Promise<void> {
  const row = await kind.records.lock(call, id);
  if (!(await forgetDraft(call, kind, id))) return refuse(40400);
  await kind.records.log(call, row, { verb: "放弃修改稿：" });
}

/** Whether there was one. */
export async function forgetDraft(call: SignedCall, kind: Kind, id: number): Promise<boolean> {
  await withdrawChanged(call, kind, id, "draft");
  const { rowCount } = await call.db
    .delete(contentDraft)
    .where(and(eq(contentDraft.kind, kind.kind), eq(contentDraft.target_id, id)));
  return (rowCount ?? 0) > 0;
}

/** A piece as it is, with other values instead of its own: its draft copy's, or an older version's. An empty address changes nothing. */
export function withValues<R extends object>(row: R, { slug, ...values }: Values): R {
  return { ...row, ...values, ...(typeof slug === "string" && slug !== "" ? { slug } : {}) };
}

export async function presentItem<T extends ContentTable>(db: Db, table: T, id: number): Promise<InferSelectModel<T>> {
  // The table is a parameter, which drizzle cannot follow; its rows are what the table says.
  const plain: PgTable = table;
  const [row] = await db.select().from(plain).where(isPresent(table, id));
  return found(row as InferSelectModel<T> | undefined);
}

/** A piece as it is, or as its draft copy says. */
export async function draftedItem<T extends ContentTable>(
  db: Db,
  { kind, table }: { kind: ContentKind; table: T },
  { id, isDraft }: { id: number; isDraft: boolean },
): Promise<InferSelectModel<T>> {
  const row = await presentItem(db, table, id);
  return isDraft ? withValues(row, found(await draftOf({ db }, kind, id)).snapshot) : row;
}
