import { sql } from "drizzle-orm";
import { BehaviorIntake, type RowsTaken } from "~/contract/customer/customer-intake";
import { behaviorDays } from "~/contract/customer/customer-user";
import { searchKey } from "~/contract/resource/search-word";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { customerUser, unregisterRequest, userBehavior } from "~/server/database/tables/customer/audience";
import { intake } from "~/server/database/tables/system/intake";
import { audit } from "~/server/lib/audit";
import { dayOf } from "~/server/lib/list";
import {
  addContentVisits,
  addDone,
  addLateViews,
  type ContentVisit,
  isViewed,
  type ViewedKind,
} from "~/server/resources/shared/content-visits";
import { judgeRows, rowsTaken, type Taking } from "~/server/resources/shared/intake";
import { addSearches, type Searched } from "~/server/resources/shared/searches";
import { hashVisitor, visitKey } from "~/server/resources/shared/visitor-hash";

const kind = "user_behavior";
const dayLength = 86_400_000;
/** Milliseconds that the site's clock may be ahead of ours. */
const ahead = 300_000;

/** Stores what registered users did on the site, each behaviour once, and updates the counts of the user. */
export async function takeBehaviors(taking: Taking, sent: readonly unknown[]): Promise<RowsTaken> {
  const { db, services } = taking;
  const { taken, refused } = judgeRows(BehaviorIntake, sent);
  const allUsers = taken.map(({ row }) => row.user);
  const users = await rowsTaken(taking, "customer_user", allUsers);
  const now = services.now().getTime();
  const rows = new Map<string, BehaviorIntake & { customer_user_id: number }>();
  let repeated = 0;
  for (const { index, row } of taken) {
    const complain = (field: string, label: string, message: string) =>
      refused.push({ index, external_id: row.external_id, errors: [{ field, label, message }] });
    const customer_user_id = users.get(row.user);
    const at = Date.parse(row.at);
    if (customer_user_id === undefined) complain("user", "用户的外部编号", "没有接入过该用户");
    else if (at > now + ahead) complain("at", "时间", "时间在将来");
    else if (at < now - behaviorDays * dayLength) complain("at", "时间", `早于${behaviorDays}天前，不再保留`);
    else if (rows.has(row.external_id)) repeated += 1;
    else rows.set(row.external_id, { ...row, customer_user_id });
  }
  const fresh = await noted(taking, [...rows.keys()]);
  const kept = [...rows.values()].filter(({ external_id }) => fresh.has(external_id));
  await insertRows(
    db,
    userBehavior,
    kept.map(({ external_id: _, user: _user, ...row }) => row),
  );
  await countOfContent(taking, kept);
  await addSearches(db, kept.flatMap(searchOf));
  await countAlong(taking, [...new Set(kept.map(({ customer_user_id }) => customer_user_id))], kept);
  refused.sort((a, b) => a.index - b.index);
  return { accepted: kept.length, repeated: repeated + rows.size - kept.length, refused };
}

type Kept = BehaviorIntake & { customer_user_id: number };

/** A search by a signed-in user; the pages of other visitors report theirs (`POST /api/public/track`). */
function searchOf({ type, keyword, platform, result_count, at }: Kept): Searched[] {
  const word = type === "search" && keyword ? searchKey(keyword) : undefined;
  return word ? [{ word, platform, code: null, date: dayOf(at), count: 1, no_result: result_count === 0 ? 1 : 0 }] : [];
}

/** Counts views of content and estates, and shares, by signed-in users; visitors' pages report theirs (`POST /api/public/track`). */
async function countOfContent({ db, services }: Taking, kept: readonly Kept[]): Promise<void> {
  const now = services.now();
  const about = kept.flatMap(({ type, target_type, target_id, at, customer_user_id }) => {
    return isViewed(target_type) && target_id
      ? [{ type, kind: target_type, target_id, date: dayOf(new Date(at)), customer_user_id }]
      : [];
  });
  await addDone(
    db,
    now,
    about
      .filter(({ type }) => type === "share")
      .map(({ kind, target_id }) => ({ kind, target_id, shares: 1, likes: 0 })),
  );
  const views = about.filter(({ type, kind }) => type === (kind === "estate" ? "view_estate" : "view_content"));
  const yesterday = dayOf(new Date(now.getTime() - dayLength));
  const keys = new Map<string, Uint8Array>();
  for (const date of new Set(views.map((view) => view.date)))
    if (date >= yesterday) keys.set(date, await visitKey({ db, secret: services.secret }, date));
  const [fresh, late] = [new Map<string, ContentVisit>(), new Map<string, Late>()];
  for (const { kind, target_id, date, customer_user_id } of views) {
    const key = keys.get(date);
    if (key) {
      const visitor_hash = hashVisitor(key, "user", String(customer_user_id));
      const name = `${kind} ${target_id} ${date} ${visitor_hash}`;
      const reading = fresh.get(name) ?? {
        kind,
        target_id,
        date,
        visitor_hash,
        views: 0,
        clicks: 0,
        impressions: 0,
        plays: 0,
      };
      fresh.set(name, { ...reading, views: reading.views + 1 });
    } else {
      const name = `${kind} ${target_id} ${date}`;
      const day = late.get(name) ?? { kind, target_id, date, views: 0, users: new Set() };
      late.set(name, { ...day, views: day.views + 1, users: day.users.add(customer_user_id) });
    }
  }
  await addContentVisits(db, now, [...fresh.values()]);
  const days = [...late.values()].map(({ users, ...day }) => ({ ...day, uv: users.size }));
  await addLateViews(db, now, days);
}

/** Views of a day whose visitors are no longer stored one by one: only those of one call are told apart. */
type Late = Pick<ContentVisit, "target_id" | "date" | "views"> & { kind: ViewedKind; users: Set<number> };

async function noted({ db, services, source }: Taking, externalIds: readonly string[]): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set();
  const at = isoInstant(services.now());
  const { rows } = await db.execute<{ external_id: string }>(sql`
    insert into ${intake} (source_key, kind, external_id, at)
    select ${source}, ${kind}, one, ${at}::timestamptz from unnest(${sql.param([...externalIds].sort())}::text[]) one
    on conflict do nothing returning external_id`);
  return new Set(rows.map(({ external_id }) => external_id));
}

/** Counts what users did, and their last activity. A sign-in withdraws a pending removal of the account (domain C.7). */
async function countAlong(taking: Taking, ids: number[], kept: readonly Kept[]) {
  if (ids.length === 0) return;
  const { db, services } = taking;
  const deltas = ids
    .sort((a, b) => a - b)
    .map((id) => {
      const own = kept.filter(({ customer_user_id }) => customer_user_id === id);
      const countOf = (type: string) => own.filter((row) => row.type === type).length;
      const times = own.map(({ at }) => isoInstant(at)).sort();
      return { id, views: countOf("view_estate"), logins: countOf("login"), last: times.at(-1) };
    });
  await db.execute(
    sql`select 1 from ${customerUser} where id = any(${sql.param(ids)}::bigint[]) order by id for update`,
  );
  await db.execute(sql`
    update ${customerUser} u set view_count = view_count + d.views, login_count = login_count + d.logins,
      last_active_at = greatest(u.last_active_at, d.last),
      favorite_count = (select count(*) from (
        select distinct on (b.target_type, b.target_id) b.type from ${userBehavior} b
        where b.customer_user_id = u.id and b.type in ('favorite', 'unfavorite')
        order by b.target_type, b.target_id, b.at desc, b.id desc) held where held.type = 'favorite')
    from json_to_recordset(${JSON.stringify(deltas)}::json) as d(id bigint, views int, logins int, last timestamptz)
    where u.id = d.id`);
  const at = isoInstant(services.now());
  const { rows } = await db.execute<{ id: string; request_no: string; user_id: string }>(sql`
    update ${unregisterRequest} r set status = 'cancelled', updated_at = ${at}, updated_by = null
    where r.status in ('pending', 'approved') and exists (
      select 1 from ${userBehavior} b where b.customer_user_id = r.customer_user_id and b.type = 'login'
        and b.at > r.created_at and b.customer_user_id = any(${sql.param(ids)}::bigint[]))
    returning r.id, r.request_no, r.customer_user_id as user_id`);
  for (const { id, request_no, user_id } of rows) {
    await db.execute(sql`update ${customerUser} set status = 'normal', updated_at = ${at}
      where id = ${user_id} and status = 'unregistering'`);
    await audit(taking, {
      module: "customer",
      action: "update",
      target: { type: "unregister_request", id: Number(id), name: request_no },
      touches: [{ type: "customer_user", id: Number(user_id) }],
      summary: `用户再次登录，撤回注销申请${request_no}`,
    });
  }
}
