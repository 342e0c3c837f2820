import { and, eq, inArray, not, sql } from "drizzle-orm";
import type { Change } from "~/contract/common";
import type { Transaction } from "~/server/database/database";
import { customerChangeLog } from "~/server/database/tables/customer/customer";
import { message, operationLog } from "~/server/database/tables/system/system";
import { forgetInLog } from "~/server/lib/audit";
import { rowsOf, setRow } from "~/server/lib/call";
import { type CustomerRecord, customerLink } from "../row";

export const anonymousName = (id: number) => `已删除客户#${id}`;

export interface Trace {
  type: string;
  id: number;
}

export interface Person {
  row: CustomerRecord;
  /** Their contacts, normalised, also those of records that were merged into theirs. */
  contacts: string[];
  /** Words that identify them: all their names, and their contacts as written. */
  words: string[];
}

/** Every annex that their requirements and visa cases ever had, deleted ones too: the log names each one's owner. */
export async function annexTraces(db: Transaction, person: Person, owners: readonly string[]): Promise<Trace[]> {
  if (owners.length === 0) return [];
  const numbers = owners.join("|");
  const isAnnex = eq(operationLog.target_type, "requirement_annex");
  const since = sql`${operationLog.created_at} >= ${person.row.created_at}::timestamptz`;
  const lines = await rowsOf(db, operationLog, and(isAnnex, since, sql`${operationLog.summary} ~ ${numbers}`));
  const theirs = lines.filter(({ summary }) => exactly(numbers).test(summary));
  const renamed = theirs.flatMap(({ changes }) => changes.filter(({ field }) => field === "name"));
  const names = [...theirs.map((one) => one.target_name), ...renamed.flatMap(({ before, after }) => [before, after])];
  person.words.unshift(...names.flatMap((name) => name || []));
  return theirs.flatMap(({ target_id: id }) => (id === null ? [] : { type: "requirement_annex", id }));
}

/** Deletes all messages about them: their links are dead now. */
export async function forgetMessages(db: Transaction, rows: CustomerRecord[]): Promise<void> {
  const links = `^(${rows.map(({ id }) => customerLink(id).link).join("|")})([?#]|$)`;
  const text = sql<string>`concat(${message.title}, ' ', ${message.content})`;
  const found = await db
    .select({ id: message.id, text, isLinked: sql<boolean>`coalesce(${message.link} ~ ${links}, false)` })
    .from(message)
    .where(sql`${message.link} ~ ${links} or ${text} ~ ${numbersOf(rows)}`);
  const names = mentions(rows);
  const ids = found.filter((one) => one.isLinked || names.test(one.text)).map(({ id }) => id);
  if (ids.length > 0) await db.delete(message).where(inArray(message.id, ids));
}

/** The numbers of these people: every text about them has one. As one pattern, so that the database scans a table once. */
const numbersOf = (rows: CustomerRecord[]) => rows.map(({ customer_no }) => customer_no).join("|");

/** These numbers exactly: a longer one belongs to somebody else. */
const exactly = (numbers: string) => new RegExp(`(${numbers})(?![0-9])`);
const mentions = (rows: CustomerRecord[]) => exactly(numbersOf(rows));

/** Log lines about them and their records: replaces the name, empties changes and free-text reasons. */
export async function forgetLines(db: Transaction, now: Date, { row, words }: Person, traces: Trace[]): Promise<void> {
  const name = anonymousName(row.id);
  const types = traces.map(({ type }) => type);
  const ids = traces.map(({ id }) => id);
  const isAbout = sql`(${operationLog.target_type}, ${operationLog.target_id}) in (
    select type, id from unnest(${sql.param(types)}::text[], ${sql.param(ids)}::bigint[]) trace(type, id))`;
  await forgetInLog(db, now, isAbout, {
    target_name: name,
    summary: words.reduce((text, word) => sql`replace(${text}, ${word}, ${name})`, sql`${operationLog.summary}`),
    changes: "[]",
    reason: sql`case when ${operationLog.action} = 'unmask' then ${operationLog.reason} end`,
  });
}

/** Log lines about others that mention them, such as 介绍人 or a merge: there are few, found by the person's number. */
export async function forgetMentions(db: Transaction, now: Date, people: Person[], ids: number[]): Promise<void> {
  const numbers = numbersOf(people.map(({ row }) => row));
  const hide = (text: string, said = text) =>
    people
      .filter(({ row }) => mentions([row]).test(said))
      .flatMap(({ row, words }) => words.map((word) => ({ word, name: anonymousName(row.id) })))
      .reduce((rest, { word, name }) => rest.replaceAll(word, name), text);
  const hideIn = (changes: Change[]) =>
    changes.map((one) => ({ ...one, before: one.before && hide(one.before), after: one.after && hide(one.after) }));
  const oldest = people.map(({ row }) => row.created_at).sort()[0] ?? "";
  const since = sql`${operationLog.created_at} >= ${oldest}::timestamptz`;
  const lines = await rowsOf(
    db,
    operationLog,
    sql`${since} and (${operationLog.summary} ~ ${numbers} or ${operationLog.changes}::text ~ ${numbers})
        and (${operationLog.target_type} is distinct from 'customer' or ${not(inArray(operationLog.target_id, ids))})`,
  );
  for (const { id, summary, target_name, changes } of lines)
    await forgetInLog(db, now, eq(operationLog.id, id), {
      summary: hide(summary),
      // The line itself has the number of the person it is about.
      target_name: target_name && hide(target_name, summary),
      changes: JSON.stringify(hideIn(changes)),
    });
  const entries = await rowsOf(
    db,
    customerChangeLog,
    sql`${customerChangeLog.changes}::text ~ ${numbers} and ${not(inArray(customerChangeLog.customer_id, ids))}`,
  );
  for (const { id, changes } of entries) await setRow(db, customerChangeLog, id, { changes: hideIn(changes) });
}

/** Exports whose filter was their name or number: the log stores the filter. */
export async function forgetSearches(db: Transaction, now: Date, people: Person[]): Promise<void> {
  const words = sql`${sql.param(people.flatMap((person) => person.words))}::text[]`;
  const isHis = sql`(part->>'field' = 'keyword' and part->>'after' = any(${words}))`;
  const isNamed = sql`exists (select 1 from jsonb_array_elements(${operationLog.changes}) part where ${isHis})`;
  await forgetInLog(db, now, and(eq(operationLog.action, "export"), isNamed), {
    changes: sql`(select jsonb_agg(case when ${isHis} then jsonb_set(part, '{after}', '"******"') else part end order by place)
      from jsonb_array_elements(${operationLog.changes}) with ordinality parts(part, place))`,
  });
}
