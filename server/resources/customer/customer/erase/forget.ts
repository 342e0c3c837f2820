import { and, eq, inArray, isNull, not, or, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { blacklist, customerUser } from "~/server/database/tables/customer/audience";
import {
  customerChangeLog,
  customerContact,
  customerOwnerLog,
  requirement,
  requirementAnnex,
  tracking,
  transferRequest,
} from "~/server/database/tables/customer/customer";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { batch, batchRow, media, schedule } from "~/server/database/tables/system/system";
import { idsOf, pick, setRows } from "~/server/lib/call";
import { dropMedia } from "~/server/lib/media";
import type { Services, Trace } from "~/server/lib/services";
import { forgetComments } from "~/server/resources/shared/comment/mention";
import { forgetExports } from "~/server/resources/shared/export/keep";
import { normalContacts } from "../contact/contacts";
import { leaveUnits } from "../merge";
import type { CustomerRecord } from "../row";
import {
  annexTraces,
  anonymousName,
  forgetLines,
  forgetMentions,
  forgetMessages,
  forgetSearches,
  type Person,
} from "./forget-log";

/** Permanently removes these people's data outside their own row (domain C.1.1). Numbers, states and dates stay. `sweepMedia` deletes files. */
export async function forgetPeople(db: Transaction, services: Services, rows: CustomerRecord[]): Promise<void> {
  const now = services.now();
  const people: Person[] = [];
  for (const row of rows) people.push(await personOf(db, row));
  const ids = rows.map(({ id }) => id);
  await forgetMessages(db, rows);
  await forgetMentions(db, now, people, ids);
  await forgetSearches(db, now, people);
  const exports = people.map(({ row, words }) => ({ since: row.deleted_at ?? isoInstant(now), words }));
  await forgetExports(db, exports);
  for (const person of people) {
    const traces = [
      { type: "customer", id: person.row.id },
      // The papers of their visa cases before the cases.
      ...(await forgetFiles(db, person, ids)),
      ...(await forgetTexts(db, services, person.row.id)),
      ...(await forgetBans(db, person)),
    ];
    await forgetLines(db, now, person, traces);
  }
}

async function personOf(db: Transaction, row: CustomerRecord): Promise<Person> {
  const kept = await db.select().from(customerContact).where(eq(customerContact.customer_id, row.id));
  const contacts = [
    ...new Set([...kept.map(({ value_norm }) => value_norm), ...normalContacts(row).map(({ value }) => value)]),
  ];
  const { rows } = await db.execute<{ name: string | null }>(sql`
    select distinct unnest(array[change->>'before', change->>'after']) as name
    from ${customerChangeLog}, jsonb_array_elements(changes) change
    where customer_id = ${row.id} and change->>'field' = 'name'`);
  const written = [row.phone, row.phone2, row.wechat, row.email, row.line_id, row.whatsapp];
  const words = [row.name, ...rows.map(({ name }) => name), ...written, ...contacts].flatMap((word) => word || []);
  // Longest first, so that no part of a longer word stays.
  return { row, contacts, words: [...new Set(words)].sort((a, b) => b.length - a.length) };
}

async function forgetTexts(db: Transaction, services: Services, id: number): Promise<Trace[]> {
  const theirs = (column: AnyPgColumn) => eq(column, id);
  await db.delete(customerContact).where(theirs(customerContact.customer_id));
  await db.update(customerUser).set({ customer_id: null }).where(theirs(customerUser.customer_id));
  await db.update(customerChangeLog).set({ changes: [], reason: null }).where(theirs(customerChangeLog.customer_id));
  // The reason of a release is a code of the dictionary, not a text.
  const isCode = sql`${customerOwnerLog.action} in ('release', 'auto_release')`;
  await db
    .update(customerOwnerLog)
    .set({ note: null, reason: sql`case when ${isCode} then ${customerOwnerLog.reason} end` })
    .where(theirs(customerOwnerLog.customer_id));
  await leaveUnits(db, id);
  const title = anonymousName(id);
  const schedules = await db
    .update(schedule)
    .set({ title, content: null, location: null, result: null })
    .where(theirs(schedule.customer_id))
    .returning({ id: schedule.id });
  const requests = await db
    .update(transferRequest)
    .set({ reason: "", reject_reason: null })
    .where(theirs(transferRequest.customer_id))
    .returning({ id: transferRequest.id });
  const batchesOf = (type: string) => db.select({ id: batch.id }).from(batch).where(eq(batch.target_type, type));
  const trackings = db.select({ id: tracking.id }).from(tracking).where(theirs(tracking.customer_id));
  await db
    .update(batchRow)
    .set({ before: {} })
    .where(
      or(
        and(theirs(batchRow.row_id), inArray(batchRow.batch_id, batchesOf("customer"))),
        and(inArray(batchRow.row_id, trackings), inArray(batchRow.batch_id, batchesOf("tracking"))),
      ),
    );
  // A bulk act on a filter stores the names of customers that it was refused for.
  await db
    .update(batch)
    .set({
      undo_result: sql`jsonb_set(${batch.undo_result}, '{errors}', (
        select jsonb_agg(case when (line ->> 'id')::bigint = ${id} then line || ${JSON.stringify({ name: title })}::jsonb else line end)
        from jsonb_array_elements(${batch.undo_result} -> 'errors') line))`,
    })
    .where(
      and(
        eq(batch.target_type, "customer"),
        sql`${batch.undo_result} -> 'errors' @> ${JSON.stringify([{ id }])}::jsonb`,
      ),
    );
  const comments = await forgetComments(db, "customer", [id]);
  const { inquiry, clue, deal, share } = services.ofCustomer;
  return [
    ...comments,
    ...(await inquiry.forget(db, id, title)),
    ...(await clue.forget(db, id, title)),
    ...(await deal.forget(db, id, title)),
    ...(await share.forget(db, id, title)),
    ...schedules.map((one) => ({ type: "schedule", id: one.id })),
    ...requests.map((one) => ({ type: "transfer_request", id: one.id })),
  ];
}

async function forgetFiles(db: Transaction, person: Person, ids: number[]): Promise<Trace[]> {
  const { id } = person.row;
  const followUps = await pick(db, tracking, ["id", "media_ids"], eq(tracking.customer_id, id));
  const requirements = await db
    .update(requirement)
    .set({ must_have: null, extra: null })
    .where(eq(requirement.customer_id, id))
    .returning({ id: requirement.id, requirement_no: requirement.requirement_no });
  const wanted = requirements.map((one) => one.id);
  const cases = await pick(
    db,
    inquiry,
    ["id", "inquiry_no"],
    and(eq(inquiry.customer_id, id), eq(inquiry.kind, "visa")),
  );
  const annexes = await db
    .delete(requirementAnnex)
    .where(
      or(
        inArray(requirementAnnex.requirement_id, wanted),
        inArray(
          requirementAnnex.inquiry_id,
          cases.map((one) => one.id),
        ),
      ),
    )
    .returning();
  person.words.unshift(...annexes.map(({ name }) => name));
  const allMediaIds = followUps.flatMap(({ media_ids }) => media_ids);
  const pictures = await ownPictures(db, allMediaIds, ids);
  await db.update(tracking).set({ content: "", media_ids: [] }).where(eq(tracking.customer_id, id));
  const files = await giveUpFiles(db, person, [...pictures, ...annexes.map(({ media_id }) => media_id)]);
  return [
    ...followUps.map((one) => ({ type: "tracking", id: one.id })),
    ...wanted.map((one) => ({ type: "requirement", id: one })),
    ...(await annexTraces(db, person, [
      ...requirements.map(({ requirement_no }) => requirement_no),
      ...cases.map(({ inquiry_no }) => inquiry_no),
    ])),
    ...files,
  ];
}

/** Pictures that no other customer's follow-up shows: a file sent twice is stored once. */
async function ownPictures(db: Transaction, mediaIds: number[], ids: number[]): Promise<number[]> {
  if (mediaIds.length === 0) return [];
  // Only its uploader can show a picture in a follow-up, so the index by author finds it.
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct shown.id from ${tracking}, jsonb_array_elements_text(${tracking.media_ids}) shown(id)
    where ${tracking.user_id} in (select uploader from ${media} where ${inArray(media.id, mediaIds)})
      and ${not(inArray(tracking.customer_id, ids))} and ${tracking.media_ids} <> '[]'`);
  const shared = new Set(rows.map((row) => Number(row.id)));
  return [...new Set(mediaIds)].filter((id) => !shared.has(id));
}

/** A file's name may be a person's name: it is removed from the log, too. */
async function giveUpFiles(db: Transaction, person: Person, mediaIds: number[]): Promise<Trace[]> {
  if (mediaIds.length === 0) return [];
  const files = await db.select({ name: media.name }).from(media).where(inArray(media.id, mediaIds));
  person.words.unshift(...files.map(({ name }) => name));
  await dropMedia(db, mediaIds);
  await setRows(db, media, inArray(media.id, mediaIds), { name: anonymousName(person.row.id) });
  return mediaIds.map((id) => ({ type: "media", id }));
}

/** An active ban stays with its value only, which it needs. An expired one keeps no personal data. */
async function forgetBans(db: Transaction, person: Person): Promise<Trace[]> {
  const { row, contacts } = person;
  const byValue = contacts.length ? inArray(blacklist.value, contacts) : sql`false`;
  const theirs = or(eq(blacklist.customer_id, row.id), and(isNull(blacklist.customer_id), byValue));
  const bans = await db.select().from(blacklist).where(theirs);
  if (bans.length === 0) return [];
  const evidenceIds = bans.flatMap(({ evidence_ids }) => evidence_ids);
  const files = await giveUpFiles(db, person, evidenceIds);
  const nothing = sql<string>`${anonymousName(row.id)} || '-' || ${blacklist.id}`;
  await setRows(db, blacklist, inArray(blacklist.id, idsOf(bans)), {
    customer_id: null,
    value: sql`case when ${blacklist.status} = 'active' then ${blacklist.value} else ${nothing} end`,
    detail: null,
    removed_reason: null,
    evidence_ids: [],
  });
  return [...files, ...bans.flatMap(({ id, status }) => (status === "active" ? [] : { type: "blacklist", id }))];
}
