import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { type ClueView, type clue as contract, warnDays } from "~/contract/clue/clue";
import { type ClueStatus, clueStatuses } from "~/contract/clue/clue-kinds";
import { bareDigits, isMaskedPhone } from "~/contract/clue/clue-record";
import { listLimit, tabLimit } from "~/contract/common";
import { askedContact } from "~/contract/contact-keyword";
import type { Reply } from "~/contract/endpoint";
import { ClueHit, hitLimit } from "~/contract/search/search";
import { agent } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { estate } from "~/server/database/tables/house/estate";
import { refuse, rowOf, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { countUpTo, firstHits, likeText, listOf, orderOf, present, queueSort, within } from "~/server/lib/list";
import { namesCountry, readPhone } from "~/server/lib/phone";
import { containsText, isPlain, isText, matchesContact, writtenNumber } from "~/server/lib/search";
import { readSettings, type Settings } from "~/server/lib/settings";
import { daysAfter } from "./protection";
import { shownPhone, visibleClues } from "./scope";
import { selectClues, toClueRows } from "./view";

type Query = z.output<typeof contract.list.query>;
type Filters = Omit<Query, "page" | "page_size" | "sort" | "where" | "group">;

const inView = (view: ClueView): SQL => (view === "all" ? sql`true` : sql`${clue.status} = ${view}`);

const isOverdue = (settings: Settings, now: Date): SQL => {
  const before = isoInstant(now.getTime() - settings["clue.review_hours"] * 3_600_000);
  return sql`(${clue.status} = 'pending' and ${clue.created_at} < ${before}
    and coalesce(${clue.appealed_at}, ${clue.created_at}) < ${before})`;
};

const isExpiring = (now: Date): SQL =>
  sql`(${clue.status} in ('valid', 'visited') and ${clue.protect_until} <= ${isoInstant(daysAfter(now, warnDays))})`;

export async function clueRows({ db, user, services }: SignedCall, query: Filters): Promise<SQL> {
  const now = services.now();
  const { keyword, status, collision, source, collided, overdue, expiring } = query;
  const late = overdue === undefined ? undefined : isOverdue(await readSettings(db), now);
  const conditions = [
    visibleClues(user),
    inView(query.view),
    ...(keyword ? [matchesKeyword(keyword, user)] : []),
    ...(status?.length ? [inArray(clue.status, status)] : []),
    ...(collision?.length ? [inArray(clue.collision, collision)] : []),
    ...(source?.length ? [inArray(clue.source, source)] : []),
    ...(query.agent_id ? [eq(clue.agent_id, query.agent_id)] : []),
    ...(query.account_id ? [eq(clue.account_id, query.account_id)] : []),
    ...(query.estate_id ? [eq(clue.estate_id, query.estate_id)] : []),
    ...(query.customer_id ? [eq(clue.customer_id, query.customer_id)] : []),
    ...(query.handler_id ? [eq(clue.handler_id, query.handler_id)] : []),
    ...(query.manager_id
      ? [
          sql`${clue.agent_id} = any(array(select ${agent.id} from ${agent} where ${agent.manager_id} = ${query.manager_id}))`,
        ]
      : []),
    ...(collided === undefined ? [] : [sql`${clue.collision} is ${collided ? sql`not null` : sql`null`}`]),
    ...(late ? [overdue ? late : sql`not ${late}`] : []),
    ...(expiring === undefined ? [] : [expiring ? isExpiring(now) : sql`${isExpiring(now)} is not true`]),
    ...within(clue.created_at, query.created_from, query.created_to),
    ...within(clue.reviewed_at, query.reviewed_from, query.reviewed_to),
    ...within(clue.visited_at, query.visited_from, query.visited_to),
  ];
  return sql.join(conditions, sql` and `);
}

/** Number, name, or phone. A masked phone finds its full one by its ends, which the mask shows, and a full one those whose middle nobody has told. */
function matchesKeyword(keyword: string, caller: Pick<Caller, "id" | "permissions">): SQL {
  const named = containsText(clue.customer_name, keyword);
  if (!isPlain(keyword)) return named;
  const bare = bareDigits(keyword);
  const ends = (text: string) =>
    sql`(${clue.phone_prefix} = ${text.slice(0, 3)} and ${clue.phone_suffix} = ${text.slice(-4)})`;
  if (isMaskedPhone(keyword)) return ends(bare);
  const numbered = sql`${clue.clue_no} like ${`${likeText(keyword.toUpperCase())}%`}`;
  if (/^bb\d+$/i.test(keyword)) return numbered;
  const digits = /^\d+$/.test(keyword) ? [sql`${clue.clue_no} like ${`BB${keyword}%`}`] : [];
  const contact = matchesContact(
    keyword,
    { end: clue.phone_suffix, national: clue.phone, international: clue.phone_e164 },
    caller.permissions.has("customer:phone:view") || isOwn(caller),
  );
  const asked = askedContact(keyword).digits;
  // By the end of the number, which has the index.
  const whole =
    asked === undefined ? contact : contact.map((one) => sql`(${clue.phone_suffix} = ${asked.slice(-4)} and ${one})`);
  // Written with its country's code it is another's end all the same.
  const written = asked === undefined ? [] : [...writtenNumber(asked).written, ...nationalOf(keyword)];
  const hidden = [...new Set(written)].map((one) => sql`(${clue.phone_e164} is null and ${ends(one)})`);
  return sql`(${sql.join([named, numbered, ...digits, ...whole, ...hidden], sql` or `)})`;
}

/** Leads whose phone is shown to somebody in full (`ownsClue`). */
const isOwn = ({ id }: Pick<Caller, "id">): SQL =>
  sql`(${clue.handler_id} = ${id} or ${clue.agent_id} = any(array(select ${agent.id} from ${agent} where ${agent.manager_id} = ${id})))`;

/** The national digits of a number that is written with its country's code. */
function nationalOf(keyword: string): string[] {
  const number = namesCountry(keyword) ? readPhone(keyword, null) : undefined;
  return number ? [number.phone] : [];
}

const columns = {
  created_at: present(clue.created_at),
  expected_visit_at: clue.expected_visit_at,
  protect_until: clue.protect_until,
  reviewed_at: clue.reviewed_at,
  visited_at: clue.visited_at,
  clue_no: clue.clue_no,
};

/** What waits for its review, the oldest first; all else the newest. Nothing protects what is invalid: all are equal then, and lie in the order of their coming. */
export function clueOrder({ sort, view }: Pick<Query, "sort" | "view">): SQL {
  if (view === "invalid" && sort === "protect_until") return orderOf(columns, "created_at", clue.id);
  if (view === "invalid" && sort === "-protect_until") return orderOf(columns, "-created_at", clue.id);
  return orderOf(columns, queueSort(sort, view === "pending" ? "created_at" : "-created_at"), clue.id);
}

export async function cluePage(call: SignedCall & { query: Query }): Promise<Reply<typeof contract.list>> {
  const { db, query } = call;
  const page = await listOf(db, query, {
    ...{ select: selectClues(call).$dynamic(), from: clue },
    ...{ where: await clueRows(call, query), order: clueOrder(query) },
  });
  return { ...page, list: await toClueRows(call, page.list), tabs: await tabsOf(call, query) };
}

const statuses = Object.keys(clueStatuses) as ClueStatus[];

/** How many rows each tab has under what the list is about: an estate, an agent, a customer; at most `tabLimit` of each. */
async function tabsOf({ db, user }: SignedCall, { estate_id, agent_id, customer_id }: Query) {
  const about = [
    visibleClues(user),
    ...(estate_id ? [eq(clue.estate_id, estate_id)] : []),
    ...(agent_id ? [eq(clue.agent_id, agent_id)] : []),
    ...(customer_id ? [eq(clue.customer_id, customer_id)] : []),
  ];
  const counts = statuses.map(
    (status) =>
      sql`${countUpTo(tabLimit, sql`from ${clue} where ${sql.join([...about, eq(clue.status, status)], sql` and `)}`)} as ${sql.identifier(status)}`,
  );
  const { rows } = await db.execute<Record<ClueStatus, number>>(sql`select ${sql.join(counts, sql`, `)}`);
  const each = rows[0] ?? refuse(50000);
  const all = statuses.reduce((sum, status) => sum + each[status], 0);
  return { ...each, all: Math.min(all, tabLimit) };
}

const countOf = (caller: Caller, which: SQL): SQL =>
  countUpTo(listLimit, sql`from ${clue} where ${visibleClues(caller)} and ${which}`);

export const pendingClues = (caller: Caller): SQL => countOf(caller, sql`${clue.status} = 'pending'`);
export const visitingClues = (caller: Caller): SQL =>
  countOf(caller, sql`${clue.status} = 'valid' and ${clue.expected_visit_at} is not null`);
export const expiringClues = (caller: Caller, now: Date): SQL => countOf(caller, isExpiring(now));

export async function searchClues(call: SignedCall, keyword: string): Promise<ClueHit[]> {
  const { db, user: caller } = call;
  if (!caller.permissions.has("clue:clue:view")) return [];
  const where = sql`${visibleClues(caller)} and ${matchesKeyword(keyword, caller)}`;
  const order = sql`(${isText(clue.customer_name, keyword)} or ${clue.clue_no} = ${keyword.toUpperCase()}) desc,
    ${clue.created_at} desc, ${clue.id} desc`;
  const ids = await firstHits(db, { table: clue, where, order, age: clue.created_at });
  const rows = await db
    .select({
      clue,
      agent: { name: agent.name, manager_id: agent.manager_id },
      estate: { id: estate.id, name: estate.name },
    })
    .from(clue)
    .innerJoin(agent, eq(agent.id, clue.agent_id))
    .innerJoin(estate, eq(estate.id, clue.estate_id))
    .where(sql`${clue.id} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(order)
    .limit(hitLimit);
  return rows.map(({ clue: row, agent: from, estate: at }) =>
    rowOf(ClueHit, row, {
      phone: shownPhone(row, from.manager_id, caller),
      agent: from.name,
      estate: at.name,
    }),
  );
}
