import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { agents } from "./agents";
import { before, isOne, pick, roll } from "./chance";
import { deals } from "./deals";
import { estates } from "./estates";
import { inquiries } from "./inquiries";
import { leads } from "./leads";
import { reach } from "./reach";
import { contents, givenNames, nameCharacters, nicknames, rareName, surnames } from "./words";

export interface GenerateOptions {
  customers: number;
  /** Over so many days; three years unless it is said. */
  daysBack?: number;
  /** So many times as many as customers; as many unless it is said. */
  inquiries?: number;
  /** A tenth of the customers unless it is said. */
  estates?: number;
  /** One for fifty customers unless it is said. */
  agents?: number;
  /** As many as customers unless it is said; none without agents. */
  leads?: number;
  /** One for five customers unless it is said; none without estates. */
  deals?: number;
  /** What all moments are counted from. */
  now?: Date;
}

/** Members of staff to sign in as, by `email`: `{role}@bench.test` of each built-in role; each leads or belongs to team 1. */
export const emailOf = (role: string) => `${role}@bench.test`;

const staffCount = 200;
const teamCount = 20;

/**
 * Fills an empty database (migrations and baseline) with so many customers, as many inquiries and leads or as is said, and what belongs to them: the same rows for the same `now`. Of a hundred customers
 * 30 are in the pool and 3 recycled. Counters and dependent columns are true, nobody falls into the pool within hours, and foreign keys hold. Runs in one
 * transaction, for minutes where there are a million: on PGlite with a `statementTimeout` that allows it.
 */
export async function generate(
  db: Database,
  {
    customers,
    daysBack = 1096,
    inquiries: asked = customers,
    estates: many = Math.floor(customers / 10),
    agents: partners = Math.floor(customers / 50),
    leads: reports = partners > 0 ? customers : 0,
    deals: sales = many > 0 ? Math.floor(customers / 5) : 0,
    now = new Date(),
  }: GenerateOptions,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local time zone 'Asia/Shanghai'`);
    await tx.execute(sql`set local maintenance_work_mem = '256MB'`);
    await tx.execute(sql`set local work_mem = '64MB'`);
    const restore = await takeOffIndexes(tx);
    const at = sql`${now.toISOString()}::timestamptz`;
    await makeChance(tx);
    for (const statement of [
      ...staff(at),
      ...plan(customers, daysBack, at),
      ...rows(at),
      ...audience(customers, daysBack, at),
      ...estates(many, at),
      ...inquiries({ inquiries: asked, customers, daysBack, estates: many, at, nameOf }),
      ...agents({ agents: partners, daysBack, at, nameOf }),
      ...leads({ leads: reports, agents: partners, daysBack, estates: many, at, nameOf }),
      ...(sales > 0 ? deals({ deals: sales, daysBack, customers, estates: many, at, nameOf }) : []),
      ...reach({ customers, agents: partners, at, nameOf }),
      ...counters,
    ])
      await tx.execute(statement);
    await restoreSequences(tx);
    await restore();
  });
  // On a busy machine a million rows take longer than any statement else may.
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`analyze`);
  });
}

const filled = [
  "customer",
  "customer_contact",
  "customer_owner_log",
  "tracking",
  "schedule",
  "customer_user",
  "requirement",
  "estate",
  "inquiry",
  "inquiry_log",
  "clue",
  "clue_log",
  "deal",
  "deal_log",
  "billing",
  "account_statement",
  "statement_item",
  "developer_compare",
  "developer_compare_row",
  "media",
  "tracker",
  "tracker_daily",
  "agent",
  "agent_account",
  "agent_login_log",
  "agent_unregister",
  "blacklist",
  "unregister_request",
  "transfer_request",
  "operation_log",
  "login_log",
  "message",
  "notification",
  "notification_receipt",
  "report",
  "report_download",
  "user_behavior",
];

/** Indexes and foreign keys are made anew over the finished tables, which is many times quicker and checks every row. */
async function takeOffIndexes(tx: Transaction): Promise<() => Promise<void>> {
  const tables = sql.param(filled);
  const keys = await tx.execute<{ off: string; on: string }>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on
    from pg_constraint where contype = 'f' and conrelid::regclass::text = any(${tables}::text[])`);
  const indexes = await tx.execute<{ off: string; on: string }>(sql`
    select format('drop index %s', i.indexrelid::regclass) as off, pg_get_indexdef(i.indexrelid) as on
    from pg_index i where i.indrelid::regclass::text = any(${tables}::text[]) and not i.indisprimary`);
  for (const { off } of [...keys.rows, ...indexes.rows]) await tx.execute(sql.raw(off));
  return async () => {
    for (const { on } of [...indexes.rows, ...keys.rows]) await tx.execute(sql.raw(on));
  };
}

/** `roll(row, salt, n)`: chance that is the same every time, 0 ≤ roll < n; `pick` one of a list; `within` a share of 1,000. */
async function makeChance(tx: Transaction) {
  await tx.execute(sql`create or replace function pg_temp.roll(bigint, bigint, int) returns int language sql immutable parallel safe
    as $$ select ((hashint8extended($1, $2) & 9223372036854775807) % $3)::int $$`);
  await tx.execute(sql`create or replace function pg_temp.pick(text[], bigint, bigint) returns text language sql immutable parallel safe
    as $$ select $1[1 + ((hashint8extended($2, $3) & 9223372036854775807) % cardinality($1))::int] $$`);
}

/** A name of two or three characters: of surnames and of given names some are common, most are not. */
const nameOf = (row: SQL) => sql`case when ${row} % 100000 = 7 then ${sql.raw(`'${rareName}'`)} else
  ${pick(surnames, row, 1)} || case
    when ${isOne(row, 2, 350)} then ${pick(givenNames, row, 3)}
    when ${isOne(row, 2, 600)} then ${pick(nameCharacters, row, 4)}
    else ${pick(nameCharacters, row, 4)} || ${pick(nameCharacters, row, 5)} end end`;

/** Twenty teams of ten: the first member of the first nine roles' worth of team 1 can be signed in as, the others sell. */
function staff(at: SQL): SQL[] {
  const i = sql`i`;
  return [
    sql`insert into team (id, name, parent_id, leader_id, sort, created_at, updated_at)
      select i, '销售' || i || '部', null, (i - 1) * ${staffCount / teamCount}::int + 1, i, ${at}, ${at}
      from generate_series(1, ${teamCount}::int) i`,
    sql`insert into "user" (id, name, email, phone_cc, phone, phone_e164, password_hash, team_id, customer_cap, created_at, updated_at)
      select i, ${nameOf(i)}, 'staff' || i || '@bench.test', '86', (19900000000 + i)::text, '+86' || (19900000000 + i), 'none',
        (i - 1) / ${staffCount / teamCount}::int + 1, 9999, ${at} - interval '3 years', ${at}
      from generate_series(1, ${staffCount}::int) i`,
    // In team 1, beside its leader, one of each role; elsewhere a manager leads nine sellers.
    sql`insert into user_role (user_id, role_id)
      select u.id, r.id from "user" u join role r on r.code = case
        when u.id <= 9 then (array['sales_manager', 'sales', 'super_admin', 'channel_manager', 'estate_manager', 'content_editor', 'seo_editor',
          'finance', 'customer_service'])[u.id::int]
        when u.id % 10 = 1 then 'sales_manager' else 'sales' end`,
    sql`update "user" u set email = r.code || '@bench.test' from user_role ur join role r on r.id = ur.role_id
      where ur.user_id = u.id and u.id <= 9`,
  ];
}

/** What becomes of each customer; all his rows follow from it. */
function plan(customers: number, daysBack: number, at: SQL): SQL[] {
  const i = sql`i`;
  const seller = sql`(array(select ur.user_id from user_role ur join role r on r.id = ur.role_id where r.code = 'sales' order by 1))`;
  return [
    sql`create temp table bench_plan on commit drop as
      with sellers as (select ${seller} as ids),
      fate as (
        select i::bigint as id, ${at} - interval '1 day' * ${daysBack}::int
            + (i - 1) * (interval '1 day' * (${daysBack}::int - 1) / ${customers}::int) as created_at,
          case when ${isOne(i, 10, 30)} then 'recycled' when ${isOne(i, 11, 309)} then 'pool' else 'owned' end as state,
          ids[1 + ${roll(i, 12, 1_000_000)} % cardinality(ids)] as owner,
          ids[1 + ${roll(i, 13, 1_000_000)} % cardinality(ids)] as earlier,
          (array[0, 0, 1, 1, 2, 2, 3, 3, 4, 4])[1 + ${roll(i, 14, 10)}] as contacts,
          (array['contacted', 'contacted', 'contacted', 'qualified', 'qualified', 'visited', 'lost'])[1 + ${roll(i, 15, 7)}] as reached
        from generate_series(1, ${customers}::int) i, sellers)
      select *, case when contacts = 0 then 'new' else reached end as stage,
        -- The last that happened with him: of the owned ones nobody is due within hours, and one of thirty is warned of.
        greatest(created_at, case
          when state <> 'owned' then ${before(sql`${at} - interval '16 days'`, sql`id`, 16, 400 * 86_400)}
          when ${isOne(sql`id`, 17, 33)} then ${before(sql`${at} - interval '12 days'`, sql`id`, 18, 2 * 86_400)}
          else ${before(at, sql`id`, 18, 11 * 86_400)} end) as last_at
      from fate order by id`,
    sql`alter table bench_plan add primary key (id)`,
    sql`analyze bench_plan`,
  ];
}

/** Customers and what is theirs. Follow-ups come first, since the counters are counted from them. */
function rows(at: SQL): SQL[] {
  const id = sql`p.id`;
  const key = sql`(p.id * 8 + n)`;
  const given = sql`(case when p.contacts = 0 then p.last_at
    else ${before(sql`least(p.last_at, ${at} - interval '1 day')`, id, 44, 70 * 86_400)} end)`;
  return [
    sql`insert into tracking (id, customer_id, type, direction, content, result, tracked_at, duration_min, stage_before, stage_after, next_at, user_id, is_valid,
        created_at, updated_at, created_by, updated_by, customer_name)
      select row_number() over (order by p.id, n), p.id,
        case when n = p.contacts and p.stage = 'visited' then 'visit' else (array['call', 'wechat', 'wecom', 'call'])[1 + ${roll(key, 20, 4)}] end,
        'out', ${pick(contents[0], key, 21)} || ${pick(contents[1], key, 22)} || ${pick(contents[2], key, 23)}, null, tracked_at, 5 + ${roll(key, 24, 40)},
        null, case when n = p.contacts then p.stage end,
        case when n = p.contacts and p.state = 'owned' and ${isOne(key, 25, 500)}
          then date_trunc('hour', ${at}) + (${roll(key, 26, 24 * 12)} - 24) * interval '1 hour' end,
        case when p.state = 'owned' or n = p.contacts then p.owner else p.earlier end, n = p.contacts or not (${isOne(key, 27, 50)}), tracked_at, tracked_at, p.owner, p.owner, ${nameOf(id)}
      from bench_plan p cross join lateral generate_series(1, p.contacts) n
      cross join lateral (select p.last_at - (p.contacts - n) * ((p.last_at - p.created_at) / (p.contacts + 1)) as tracked_at) told`,
    sql`update tracking set next_at = null where next_at <= tracked_at`,
    sql`create temp table bench_counted on commit drop as
      select customer_id as id, count(*)::int as n, max(tracked_at) as last, max(next_at) as next from tracking group by 1`,
    sql`insert into customer (id, created_at, updated_at, created_by, updated_by, deleted_at, deleted_by, delete_reason, customer_no, name, gender, phone_cc,
        phone, phone_e164, phone_last4, wechat, email, country_code, birth_year, industry, language, source, level, stage, lost_reason, purposes,
        intent_country_codes, intent_district_ids, budget_min, budget_max, budget_currency, owner_id, first_owner_id, assigned_at, assigned_by, last_owner_id, pool_at,
        pool_reason, is_locked, locked_until, last_tracking_at, last_valid_tracking_at, next_tracking_at, tracking_count, tags, remark, is_blacklisted)
      select p.id, p.created_at, p.last_at, p.owner, p.owner, case when p.state = 'recycled' then p.last_at end,
        case when p.state = 'recycled' then p.owner end, case when p.state = 'recycled' then '重复录入' end,
        'KH' || to_char(p.created_at, 'YYMMDD') || lpad((row_number() over (partition by p.created_at::date order by p.id))::text, 4, '0'),
        ${nameOf(id)}, (array['unknown', 'male', 'female'])[1 + ${roll(id, 30, 3)}], phone.cc, phone.national, '+' || phone.cc || phone.national,
        right(phone.national, 4), case when ${isOne(id, 31, 300)} then 'wx_' || p.id end, case when ${isOne(id, 32, 100)} then 'c' || p.id || '@example.com' end,
        'CN', 1955 + ${roll(id, 33, 50)}, (array['internet', 'finance', 'trade', 'education', 'medical', 'other'])[1 + ${roll(id, 34, 6)}], 'zh',
        (array['site_inquiry', 'app_inquiry', 'chat', 'phone', 'wecom', 'agent', 'referral', 'event', 'social', 'ads'])[1 + ${roll(id, 35, 10)}],
        (array['A', 'B', 'B', 'C', 'C', 'C', 'D'])[1 + ${roll(id, 36, 7)}], p.stage, case when p.stage = 'lost' then 'price' end,
        jsonb_build_array((array['self_use', 'investment', 'education'])[1 + ${roll(id, 37, 3)}]),
        jsonb_build_array((array['JP', 'JP', 'SG', 'TH'])[1 + ${roll(id, 38, 4)}]),
        case when ${isOne(id, 39, 400)} then jsonb_build_array(places.ids[1 + ${roll(id, 40, 1_000_000)} % cardinality(places.ids)]) else '[]' end,
        case when p.stage in ('qualified', 'visited') then (1 + ${roll(id, 41, 20)}) * 1000000 end,
        case when p.stage in ('qualified', 'visited') then (22 + ${roll(id, 42, 30)}) * 1000000 end,
        case when p.stage in ('qualified', 'visited') then (array['CNY', 'JPY'])[1 + ${roll(id, 43, 2)}] end,
        case when p.state = 'owned' then p.owner end,
        case when p.state = 'owned' and ${given} <= p.created_at then p.owner when p.state <> 'pool' or ${isOne(id, 45, 700)} then p.earlier end,
        case when p.state = 'owned' then greatest(p.created_at, ${given}) end,
        case when p.state = 'owned' then p.owner end, case when p.state = 'recycled' or (p.state = 'pool' and ${isOne(id, 45, 700)}) then p.owner end,
        case when p.state = 'pool' then p.last_at end,
        case when p.state = 'pool' then case when ${isOne(id, 45, 700)} then (array['auto_no_follow', 'auto_no_follow', 'manual'])[1 + ${roll(id, 46, 3)}]
          else 'new_unassigned' end end,
        p.state = 'owned' and ${isOne(id, 47, 2)},
        case when p.state = 'owned' and ${isOne(id, 47, 2)} then ${at} + interval '30 days' end,
        c.last, c.last, case when p.state = 'owned' then c.next end, coalesce(c.n, 0),
        case when ${isOne(id, 48, 350)} then jsonb_build_array((array['cash_buyer', 'urgent', 'repeat_buyer', 'student_family', 'visa_need',
          'price_sensitive', 'tower_fan', 'yield_focus'])[1 + ${roll(id, 49, 8)}]) else '[]' end,
        case when ${isOne(id, 50, 300)} then ${pick(contents[1], id, 51)} end, false
      from bench_plan p left join bench_counted c on c.id = p.id
      cross join (select array(select d.id from district d where d.country_code = 'JP' and d.level <= 2 order by d.id) as ids) places
      cross join lateral (select case when ${isOne(id, 52, 30)} then '81' else '86' end as cc,
        case when ${isOne(id, 52, 30)} then '90' || lpad((p.id * 7654321 % 100000000)::text, 8, '0')
          else '13' || lpad((p.id * 982451653 % 1000000000)::text, 9, '0') end as national) phone
      order by p.id`,
    sql`update tracking t set of_recycled = true from customer c where c.id = t.customer_id and c.deleted_at is not null`,
    sql`insert into customer_contact (customer_id, type, value_norm)
      select id, 'phone', phone_e164 from customer union all select id, 'wechat', wechat from customer where wechat is not null
      union all select id, 'email', email from customer where email is not null`,
    sql`insert into customer_owner_log (customer_id, action, from_user, to_user, "by", at)
      select p.id, 'create', null, case when p.state = 'pool' and c.last_owner_id is null then null
        when p.state = 'owned' and c.assigned_at <= c.created_at then p.owner else p.earlier end, p.earlier, c.created_at
      from bench_plan p join customer c on c.id = p.id
      union all select c.id, 'transfer', p.earlier, c.owner_id, c.owner_id, c.assigned_at
      from bench_plan p join customer c on c.id = p.id where c.assigned_at > c.created_at
      union all select c.id, 'release', p.earlier, null, null, c.pool_at
      from bench_plan p join customer c on c.id = p.id where c.pool_at > c.created_at and c.last_owner_id is not null`,
    sql`insert into schedule (user_id, title, type, start_at, customer_id, tracking_id, is_plan, status, created_at, updated_at)
      select c.owner_id, '跟进', 'tracking', t.next_at, c.id, t.id, true, 'pending', t.tracked_at, t.tracked_at
      from tracking t join customer c on c.id = t.customer_id where t.next_at is not null and t.next_at = c.next_tracking_at`,
    sql`insert into operation_log (user_id, user_name, module, action, target_type, target_id, target_name, summary, ip, created_at)
      select u.id, u.name, 'customer', 'create', 'customer', c.id, c.name, '新增客户' || c.customer_no, '10.0.0.1', c.created_at
      from customer c join "user" u on u.id = c.created_by where c.id % 2 = 0`,
  ];
}

/** Registered users, a fifth of as many; requirements of those whose wish is clear; the blacklist, requests to leave and to take over. */
function audience(customers: number, daysBack: number, at: SQL): SQL[] {
  const i = sql`i`;
  const id = sql`c.id`;
  return [
    sql`insert into customer_user (id, created_at, updated_at, user_no, nickname, phone_cc, phone, phone_e164, phone_last4, gender, language, country_code,
        register_platform, register_channel, registered_at, last_active_at, login_count, favorite_count, view_count, customer_id, status)
      select i, registered, registered, 'U-' || to_char(registered, 'YYMMDD')
          || lpad((row_number() over (partition by registered::date order by i))::text, 4, '0'),
        ${pick(nicknames[0], i, 60)} || ${pick(nicknames[1], i, 61)}, '86', contact.number, '+86' || contact.number, right(contact.number, 4), 'unknown', 'zh', 'CN',
        (array['web', 'h5', 'mini_program', 'app_ios'])[1 + ${roll(i, 62, 4)}], (array['seo', 'sem', 'social', 'wechat'])[1 + ${roll(i, 63, 4)}],
        registered, greatest(registered, ${before(at, i, 64, 300 * 86_400)}), 1 + ${roll(i, 65, 30)}, ${roll(i, 66, 9)}, ${roll(i, 67, 80)}, c.id, 'normal'
      from (select i::bigint as i, ${at} - interval '1 day' * ${daysBack}::int
            + i * (interval '1 day' * (${daysBack}::int - 1) / ${Math.ceil(customers / 5)}::int) as registered
          from generate_series(1, ${Math.floor(customers / 5)}::int) i) made
        left join customer c on c.id = i * 5 and c.deleted_at is null and ${isOne(i, 68, 220)}
        cross join lateral (select coalesce(case when c.phone_cc = '86' then c.phone end,
          '18' || lpad((i * 982451653 % 1000000000)::text, 9, '0')) as number) contact`,
    sql`insert into requirement (id, created_at, updated_at, created_by, updated_by, requirement_no, customer_id, purposes, country_code, district_ids, layouts,
        area_min, area_max, price_min, price_max, currency, timeline, must_have, status)
      select row_number() over (order by c.id), c.updated_at, c.updated_at, c.created_by, c.created_by,
        'XQ' || to_char(c.updated_at, 'YYMMDD') || lpad((row_number() over (partition by c.updated_at::date order by c.id))::text, 4, '0'),
        c.id, c.purposes, 'JP', '[]', '["2LDK"]', 40 + ${roll(id, 70, 20)}, 80 + ${roll(id, 71, 40)}, c.budget_min, c.budget_max, c.budget_currency,
        (array['1m', '3m', '6m', 'later'])[1 + ${roll(id, 72, 4)}], ${pick(contents[1], id, 73)}, 'open'
      from customer c where c.stage in ('qualified', 'visited') and c.deleted_at is null and ${isOne(id, 74, 330)}`,
    sql`insert into blacklist (created_at, updated_at, created_by, type, value, customer_id, reason, status)
      select ${before(at, id, 80, 300 * 86_400)}, ${at}, 1, 'phone', c.phone_e164, c.id, 'harassment', 'active' from customer c where c.id % 500 = 3`,
    sql`update customer set is_blacklisted = true where id % 500 = 3`,
    sql`update customer_user set status = 'unregistering' where id % 200 = 9 and customer_id is null`,
    sql`insert into unregister_request (created_at, updated_at, request_no, customer_user_id, phone, reason, platform, status, due_at)
      select ${before(at, sql`u.id`, 81, 3 * 86_400)}, ${at}, 'ZX' || to_char(${at}, 'YYMMDD') || lpad((row_number() over (order by u.id))::text, 4, '0'),
        u.id, u.phone_e164, 'privacy', 'h5', 'pending', ${at} + interval '6 days' from customer_user u where u.status = 'unregistering'`,
    sql`insert into transfer_request (created_at, updated_at, customer_id, applicant_id, owner_id, reason, status)
      select ${before(at, id, 82, 5 * 86_400)}, ${at}, c.id, 2, c.owner_id, '客户是我的老客户介绍来的', 'pending'
      from customer c where c.id % 2000 = 11 and c.owner_id is not null and c.owner_id <> 2`,
  ];
}

/** The last number of each day, so that the next one is free. */
const counters: SQL[] = (
  [
    ["KH", "customer", "customer_no"],
    ["U-", "customer_user", "user_no"],
    ["XQ", "requirement", "requirement_no"],
    ["ZX", "unregister_request", "request_no"],
    ["XF", "estate", "estate_no"],
    ["XJ", "inquiry", "inquiry_no"],
    ["DL", "agent", "agent_no"],
    ["DX", "agent_unregister", "request_no"],
    ["BB", "clue", "clue_no"],
  ] as const
).map(
  ([prefix, table, column]) => sql`insert into counter (prefix, day, value)
    select ${prefix}, substr(${sql.identifier(column)}, 3, 6), max(substr(${sql.identifier(column)}, 9)::int)
    from ${sql.identifier(table)} group by 2`,
);

/** Rows that were written with their numbers leave the sequences behind. */
async function restoreSequences(tx: Transaction) {
  for (const table of [
    "team",
    "user",
    "customer",
    "tracking",
    "customer_user",
    "requirement",
    "estate",
    "inquiry",
    "tracker",
    "agent",
    "agent_account",
    "agent_login_log",
    "agent_unregister",
    "clue",
    "report",
    "notification",
  ]) {
    const name = sql.identifier(table);
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(${`"${table}"`}, 'id'), (select coalesce(max(id), 0) + 1 from ${name}), false)`,
    );
  }
}
