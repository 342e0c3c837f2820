import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { pinyinKey } from "~/server/database/fold";
import { hashPassword } from "~/server/identity/password-rule";
import { characters, kinds, places, rare, said, steps, surnames, wishes } from "./words";

/** Members of staff to sign in as, by `email`: one of each of these roles in team 1, all with one password. */
export const emailOf = (name: string) => `${name}@bench.test`;
export const password = "Bench-horse-9";
const roles = ["sales_manager", "sales", "super_admin", "channel_manager", "estate_manager", "finance"];

const [staff, differentNames] = [200, 20_000];
/** Customers came over three years, inquiries and leads over the last one. */
const days = { customer: 1_096, inquiry: 365 };

/** Chance that is the same every time: 0 ≤ roll < most. The salt tells one roll of a row from another. */
const roll = (row: string, salt: number, most: number) => `pg_temp.roll(${row}, ${salt}, ${most})`;
const isOne = (row: string, salt: number, ofThousand: number) => `${roll(row, salt, 1000)} < ${ofThousand}`;
/** One of some texts, split by blanks. */
const pick = (words: string, row: string, salt: number) => {
  const list = words.split(" ");
  return `(array['${list.join("','")}'])[1 + ${roll(row, salt, list.length)}]`;
};
const named = (salt: number) => `join bench_name who on who.nth = ${roll("i", salt, differentNames)}`;
/** A number such as XJ2511200042: unique while a day has fewer than ten thousand. */
const numbered = (prefix: string) => `'${prefix}' || to_char(made, 'YYMMDD') || lpad((i % 10000)::text, 4, '0')`;
const national = `'13' || lpad((i * 982451653 % 1000000000)::text, 9, '0')`;

/** Whether the inquiry of a number became the customer of that number. */
const isConverted = isOne("i", 1, 310);

/**
 * Fills an empty database (migrations and baseline) with so many customers, inquiries and leads, a tenth as many estates and deals and what belongs to them, as of `now`, in one transaction: minutes where there are a million.
 * Of a hundred customers 30 are in the pool and 3 recycled. Counters are true, nobody falls into the pool within hours, and foreign keys hold.
 */
export async function generate(db: Database, customers: number, now = new Date()): Promise<void> {
  await db.transaction(async (tx) => {
    const run = (text: string) => tx.execute(sql.raw(text));
    await run("set local statement_timeout = 0; set local time zone 'Asia/Shanghai'");
    await run("set local maintenance_work_mem = '256MB'; set local work_mem = '64MB'");
    await run(`create or replace function pg_temp.roll(bigint, bigint, int) returns int language sql immutable
      as $$ select ((hashint8extended($1, $2) & 9223372036854775807) % $3)::int $$`);
    await makeNames(tx);
    const tables = fillings(customers, `'${now.toISOString()}'::timestamptz`, await hashPassword(password));
    const restore = await takeOff(tx, Object.keys(tables));
    for (const [table, filling] of Object.entries(tables)) {
      if (filling.before) await run(filling.before);
      await fill(tx, table, filling);
      for (const text of filling.after ?? []) await run(text);
    }
    await restore();
  });
}

/** Names as people have them: one of twenty is called 建国, one of twenty 王, one of 20,000 郦芈昭. */
async function makeNames(tx: Transaction): Promise<void> {
  const names = Array.from({ length: differentNames }, (_, i) => {
    if (i === 7) return rare;
    const last = i % 19 === 0 ? "王" : surnames[(i * 31) % surnames.length];
    if (i % 20 === 0) return `${last}建国`;
    const second = i % 3 ? characters[(i * 7919 + (i >> 8)) % characters.length] : "";
    return `${last}${characters[(i * 104_729 + (i >> 4)) % characters.length]}${second}`;
  });
  await tx.execute(sql`create temp table bench_name on commit drop as select nth - 1 as nth, name, pinyin
    from unnest(${sql.param(names)}::text[], ${sql.param(names.map(pinyinKey))}::text[]) with ordinality as told (name, pinyin, nth)`);
  await tx.execute(sql`analyze bench_name`);
}

/** Writes the columns that the table has, and for a text also its search column (`_fold`) where the table has one. */
async function fill(tx: Transaction, table: string, { columns, from }: Filling): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(sql`select attname as name from pg_attribute
    where attrelid = ${`"${table}"`}::regclass and attnum > 0 and not attisdropped`);
  const has = new Set(rows.map(({ name }) => name));
  const told = columns.split(";").map((one) => /^\s*(\w+) = ([\s\S]*)$/.exec(one)?.slice(1) ?? []);
  const folds = told.map(([name, value]) => [`${name}_fold`, `lower(normalize(${value}, nfkc))`]);
  const written = [...told, ...folds].filter(([name]) => has.has(name ?? ""));
  const [names, values] = [0, 1].map((part) => written.map((one) => one[part]).join(", "));
  await tx.execute(sql.raw(`insert into "${table}" (${names}) select ${values} from ${from}`));
  // The next table is joined with it.
  await tx.execute(sql.raw(`analyze "${table}"`));
}

/**
 * Takes off what would be done row by row: indexes, foreign keys and the triggers after each row, which count for other tables. Gives what puts them back over the
 * finished tables: that is many times quicker, and checks every key.
 */
async function takeOff(tx: Transaction, tables: string[]): Promise<() => Promise<void>> {
  const all = sql.raw(`array[${tables.map((table) => `'"${table}"'`)}]::regclass[]`);
  const { rows } = await tx.execute<{ off: string; on: string }>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on
    from pg_constraint where contype = 'f' and conrelid = any(${all})
    union all select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index where indrelid = any(${all}) and not indisprimary
    union all select format('alter table %s disable trigger %I', tgrelid::regclass, tgname), format('alter table %s enable trigger %I', tgrelid::regclass, tgname)
    from pg_trigger where tgrelid = any(${all}) and not tgisinternal and tgtype & 3 = 1
    union all select 'select', format('select setval(pg_get_serial_sequence(%L, ''id''), (select coalesce(max(id), 0) + 1 from %s), false)', one::text, one)
    from unnest(${all}) one where pg_get_serial_sequence(one::text, 'id') is not null`);
  for (const { off } of rows) await tx.execute(sql.raw(off));
  return async () => {
    for (const { on } of [...rows].reverse()) await tx.execute(sql.raw(on));
  };
}

interface Filling {
  /** Each as `name = SQL`, split by semicolons; those that the table lacks are left out. */
  columns: string;
  from: string;
  /** What is made before it, and corrected afterwards. */
  before?: string;
  after?: string[];
}

/** The tables in the order in which they are filled. */
function fillings(customers: number, at: string, passwordHash: string): Record<string, Filling> {
  const [tenth, agents] = [Math.ceil(customers / 10), Math.ceil(customers / 50)];
  const rows = (count: number) => `generate_series(1::bigint, ${count}) i`;
  /** Rows that came one after the other over so many days, each with its moment `made`. */
  const over = (span: number, count: number) =>
    `(select i, ${at} - interval '${span} days' + (i - 1) * (interval '1 day' * ${span - 0.5} / ${count}) as made from ${rows(count)}) planned`;
  const stamps = (at: string, by = "1") =>
    `created_at = ${at}; updated_at = ${at}; created_by = ${by}; updated_by = ${by}`;
  const seller = (salt: number) =>
    `(array[2, 7, 8, 9, 10])[1 + ${roll("i", salt, 5)}] + 10 * ${roll("i", salt + 1, staff / 10)}`;
  const countOf = (table: string, of: string, where = "true") =>
    `update ${table} set ${of}_count = t.n from (select ${table}_id as id, count(*)::int as n from ${of} where ${where} group by 1) t where t.id = ${table}.id`;
  const lastNumbers = (prefix: string, table: string) =>
    `insert into counter (prefix, day, value) select '${prefix}', substr(${table}_no, 3, 6), max(substr(${table}_no, 9)::int) from ${table} group by 2`;
  const sold = "status in ('subscribed', 'contracted', 'completed')";
  const note = [pick(said, "i * 8 + n", 41), pick(wishes, "i * 8 + n", 42), pick(steps, "i * 8 + n", 43)].join(" || ");
  const phone = (name: string) =>
    `${name}_cc = '86'; ${name} = ${national}; ${name}_e164 = '+86' || ${national}; ${name}_last4 = right(${national}, 4)`;
  return {
    team: {
      columns: `id = i; name = '销售' || i || '部'; leader_id = (i - 1) * 10 + 1; sort = i; ${stamps(at)}`,
      from: `${rows(staff / 10)}`,
    },
    user: {
      columns: `id = i; name = who.name; name_pinyin = who.pinyin; email = 'staff' || i || '@bench.test'; password_hash = '${passwordHash}'; ${stamps(at, "null")};
        team_id = (i - 1) / 10 + 1; customer_cap = 9999; phone_cc = '86'; phone = (19900000000 + i)::text; phone_e164 = '+86' || (19900000000 + i)`,
      from: `${rows(staff)} ${named(2)}`,
      // In team 1 one of each role; elsewhere a manager leads nine sellers.
      after: [
        `insert into user_role (user_id, role_id) select u.id, r.id from "user" u join role r on r.code = coalesce(
          (array['${roles.join("','")}'])[u.id], case when u.id % 10 = 1 then 'sales_manager' else 'sales' end)`,
        `update "user" u set email = r.code || '@bench.test' from user_role ur join role r on r.id = ur.role_id
          where ur.user_id = u.id and u.id <= ${roles.length}`,
      ],
    },
    customer: {
      // What becomes of each customer: of the owned ones nobody is due within hours (held for less than 90 days), and one of thirty is warned of.
      before: `create temp table bench_plan on commit drop as select *, case when next <= last_at then null else next end as next_at
        from (select planned.*, who.name, who.pinyin, owner, contacts, state, greatest(made, case
            when state <> 'owned' then ${at} - interval '16 days' - ${roll("i", 10, 34_000_000)} * interval '1 second'
            when ${isOne("i", 11, 33)} then ${at} - interval '12 days' - ${roll("i", 12, 170_000)} * interval '1 second'
            else ${at} - ${roll("i", 12, 950_000)} * interval '1 second' end) as last_at,
            case when contacts = 0 then 'new' else ${pick("contacted contacted contacted qualified qualified visited lost", "i", 13)} end as stage,
            case when state = 'owned' and contacts > 0 and ${isOne("i", 14, 500)} then date_trunc('hour', ${at}) + (${roll("i", 15, 288)} - 24) * interval '1 hour' end as next
          from ${over(days.customer, customers)} ${named(3)} cross join lateral (select
            case when ${isOne("i", 16, 30)} then 'recycled' when ${isOne("i", 17, 309)} then 'pool' else 'owned' end as state,
            (array[0, 0, 0, 1, 1, 1, 1, 2, 2, 4])[1 + ${roll("i", 18, 10)}] as contacts, ${seller(19)} as owner) fate order by i) told`,
      columns: `id = i; created_at = made; updated_at = last_at; created_by = owner; updated_by = owner; customer_no = ${numbered("KH")};
        deleted_at = case when state = 'recycled' then last_at end; deleted_by = case when state = 'recycled' then owner end;
        delete_reason = case when state = 'recycled' then '重复录入' end; name = name; name_pinyin = pinyin; ${phone("phone")};
        wechat = case when ${isOne("i", 21, 300)} then 'wx_' || i end; country_code = 'CN'; language = 'zh'; stage = stage;
        source = ${pick("site_inquiry app_inquiry chat phone wecom agent referral event social ads", "i", 22)}; level = ${pick("A B B C C C D", "i", 23)};
        lost_reason = case when stage = 'lost' then 'price' end; purposes = jsonb_build_array(${pick("self_use investment education", "i", 24)});
        intent_country_codes = jsonb_build_array(${pick("JP JP SG TH", "i", 25)}); budget_currency = case when stage in ('qualified', 'visited') then 'JPY' end;
        budget_min = case when stage in ('qualified', 'visited') then (1 + ${roll("i", 26, 20)}) * 1000000 end;
        budget_max = case when stage in ('qualified', 'visited') then (22 + ${roll("i", 27, 30)}) * 1000000 end;
        owner_id = case when state = 'owned' then owner end; first_owner_id = case when state <> 'pool' or ${isOne("i", 28, 700)} then owner end;
        assigned_at = case when state = 'owned' then case when contacts = 0 then last_at
          else least(last_at, greatest(made, ${at} - interval '14 days' - ${roll("i", 29, 6_000_000)} * interval '1 second')) end end; assigned_by = case when state = 'owned' then owner end;
        last_owner_id = case when state = 'recycled' or (state = 'pool' and ${isOne("i", 28, 700)}) then owner end;
        pool_at = case when state = 'pool' then last_at end;
        pool_reason = case when state = 'pool' then case when ${isOne("i", 28, 700)} then 'auto_no_follow' else 'new_unassigned' end end;
        is_locked = state = 'owned' and ${isOne("i", 29, 2)}; locked_until = case when state = 'owned' and ${isOne("i", 29, 2)} then ${at} + interval '30 days' end;
        last_tracking_at = case when contacts > 0 then last_at end; last_valid_tracking_at = case when contacts > 0 then last_at end;
        next_tracking_at = next_at; tracking_count = contacts; inquiry_count = case when state <> 'recycled' and ${isConverted} then 1 else 0 end;
        tags = case when ${isOne("i", 30, 350)} then jsonb_build_array(${pick("cash_buyer urgent repeat_buyer visa_need", "i", 31)}) else '[]' end;
        remark = case when ${isOne("i", 32, 300)} then ${pick(wishes, "i", 33)} end`,
      from: `bench_plan order by i`,
      after: [lastNumbers("KH", "customer")],
    },
    tracking: {
      columns: `${stamps("at", "owner")}; customer_id = i; user_id = owner; tracked_at = at; duration_min = 5; is_valid = true; content = ${note};
        type = case when n = contacts and stage = 'visited' then 'visit' else ${pick("call wechat wecom", "i * 8 + n", 40)} end;
        next_at = case when n = contacts then next_at end; stage_after = case when n = contacts then stage end`,
      from: `bench_plan cross join lateral generate_series(1, contacts) n
        cross join lateral (select last_at - (contacts - n) * ((last_at - made) / (contacts + 1)) as at) told`,
    },
    requirement: {
      columns: `${stamps("made", "owner")}; requirement_no = ${numbered("XQ")}; customer_id = i; country_code = 'JP'; layouts = '["2LDK"]'; currency = 'JPY';
        area_min = 40; area_max = 80; price_min = 20000000; price_max = 60000000; timeline = ${pick("1m 3m 6m later", "i", 50)}; must_have = ${pick(wishes, "i", 51)}`,
      from: `bench_plan where stage in ('qualified', 'visited') and state <> 'recycled' and i % 3 = 0`,
    },
    estate: {
      columns: `id = i; ${stamps("made", "5")}; estate_no = no; name = named; slug = 'bench-' || i; country_code = d.country_code; district_id = d.id; address = d.name_zh || i;
        property_type = ${pick("tower apartment apartment apartment detached villa", "i", 60)}; sale_status = ${pick("upcoming on_sale on_sale on_sale sold_out ended", "i", 61)};
        lat = 35.2 + ${roll("i", 62, 1_000_000)} / 1e6; lng = 139.2 + ${roll("i", 63, 1_000_000)} / 1e6; developer = '云汀不动产'; tenure = 'freehold'; total_units = 200;
        completion_at = '2027-03'; currency = c.code; price_min = price; price_max = price * 1.6; price_min_cny = round(price * c.rate_to_cny, 2);
        price_max_cny = round(price * 1.6 * c.rate_to_cny, 2); gross_yield = case when ${isOne("i", 64, 600)} then 2.5 + ${roll("i", 65, 550)} / 100.0 end;
        audit_status = case when ${isOne("i", 66, 900)} then 'approved' else 'pending' end; publish_status = case when ${isOne("i", 66, 700)} then 'online' else 'offline' end;
        is_hot = ${isOne("i", 67, 20)}; layouts = '["2LDK", "3LDK"]'; area_min = 40; area_max = 90; walk_min = 5;
        name_norm = lower(no || named); search_text = lower(concat_ws(E'\\n', no, named, d.name_zh || i))`,
      from: `${over(days.customer, tenth)}
        cross join (select array(select id from district where level = 2 and country_code = 'JP' order by id) as japan,
          array(select id from district where level = 2 and country_code <> 'JP' order by id) as abroad) places
        join district d on d.id = case when ${isOne("i", 68, 620)} then japan[1 + ${roll("i", 69, 1_000_000)} % cardinality(japan)]
          else abroad[1 + ${roll("i", 69, 1_000_000)} % cardinality(abroad)] end
        join currency c on c.code = case d.country_code when 'JP' then 'JPY' when 'TH' then 'THB' else 'USD' end
        cross join lateral (select ${numbered("XF")} as no, ${pick(places, "i", 70)} || ${pick(kinds, "i", 71)} || i as named,
          ((100 + ${roll("i", 72, 2000)}) * 300 / c.rate_to_cny)::numeric(14, 0) * 10 as price) told`,
    },
    inquiry: {
      // One for each customer's number. Of the last ten days most still wait, of the others one of sixty.
      columns: `id = i; ${stamps("made")}; inquiry_no = ${numbered("XJ")}; kind = kind; status = status; name = who.name; ${phone("phone")};
        content = ${pick(wishes, "i", 80)}; ext = '{}'; platform = ${pick("web web h5 h5 app_ios mini_program manual", "i", 81)}; customer_id = became.customer;
        estate_id = case when kind = 'estate' then 1 + ${roll("i", 82, tenth)} end; assignee_id = case when status <> 'pending' then assignee end;
        due_at = made + interval '4 hours'; waiting_since = made; is_overdue = ${isOne("i", 83, 80)}; first_response_at = answered;
        response_seconds = extract(epoch from answered - made)::int; invalid_reason = case when status = 'invalid' then 'wrong_number' end;
        close_reason = case when status = 'closed' then '客户已在别处购买' end; converted_at = case when status = 'converted' then answered end;
        converted_created = status = 'converted'; visa_met = case when kind = 'visa' then 3 end`,
      from: `${over(days.inquiry, customers)} ${named(84)} left join customer c on c.id = i and c.deleted_at is null and ${isConverted}
        cross join lateral (select c.id as customer, ${pick("estate estate estate estate estate rental rental visa chat general report", "i", 85)} as kind,
          coalesce(c.owner_id, ${seller(86)}) as assignee, case when c.id is not null then 'converted'
            when made > ${at} - interval '10 days' then ${pick("pending pending assigned assigned processing invalid", "i", 88)}
            when ${isOne("i", 89, 8)} then 'pending' when ${isOne("i", 90, 16)} then 'assigned' else ${pick("processing invalid invalid closed closed closed", "i", 91)} end as status) became
        cross join lateral (select case when status not in ('pending', 'assigned') then made + interval '1 second' * (60 + ${roll("i", 92, 14_000)}) end as answered) answer order by i`,
      after: [lastNumbers("XJ", "inquiry"), countOf("estate", "inquiry", "estate_id is not null")],
    },
    agent: {
      columns: `id = i; ${stamps("made")}; agent_no = ${numbered("DL")}; type = 'company'; country_code = 'CN'; name = who.name || '海外置业' || i; contact_name = who.name;
        name_pinyin = who.pinyin || i; ${phone("contact_phone")}; level = ${pick("S A A B B B C", "i", 101)}; cooperation_from = made::date; cooperation_to = current_date + 400;
        commission_mode = 'percent'; commission_value = 2; settle_cycle = 'monthly'; manager_id = 1 + ${roll("i", 102, staff)}`,
      from: `${over(days.customer, agents)} ${named(100)}`,
    },
    clue: {
      // Of the last two days most wait; of the last two weeks most are valid; the others are refused, have run out, or were sold to.
      columns: `id = i; ${stamps("made")}; clue_no = ${numbered("BB")}; source = 'agent_portal'; agent_id = agent; estate_id = 1 + ${roll("i", 110, tenth)};
        customer_name = who.name; ${phone("phone")}; phone_mode = 'full'; phone_prefix = left(${national}, 3); phone_suffix = right(${national}, 4);
        expected_visit_at = made + interval '2 days'; status = status; invalid_reason = case when status = 'invalid' then 'duplicate' end;
        protect_mode = 'report_visit_deal'; protect_report_days = 15; protect_visit_days = 60;
        protect_until = case when status not in ('pending', 'invalid') then made + interval '63 days' end;
        handler_id = case when status not in ('pending', 'invalid') then ${seller(115)} end; reviewed_by = case when status <> 'pending' then 4 end;
        reviewed_at = case when status <> 'pending' then made + interval '5 hours' end;
        visited_at = case when status in ('visited', 'contracted') then made + interval '3 days' end;
        contracted_at = case when status = 'contracted' then made + interval '12 days' end`,
      from: `${over(days.inquiry, customers)} ${named(112)} cross join lateral (select 1 + ${roll("i", 113, agents)} as agent, case
          when made > ${at} - interval '2 days' then ${pick("pending pending pending valid invalid", "i", 114)}
          when made > ${at} - interval '15 days' then ${pick("valid valid valid invalid", "i", 114)}
          when made > ${at} - interval '60 days' then ${pick("visited expired expired invalid", "i", 114)}
          else ${pick("expired expired expired invalid invalid cancelled contracted", "i", 114)} end as status) told order by i`,
      after: [countOf("estate", "clue")],
    },
    deal: {
      columns: `id = i; ${stamps("made", "seller")}; deal_no = ${numbered("CJ")}; status = told.status; customer_id = cu.id; buyer_name = cu.name; buyer_phone_cc = '86';
        buyer_phone = cu.phone; estate_id = e.id; building = 'A座'; unit_no = i::text; layout = '2LDK'; area_sqm = 62.5; list_price = e.price_min; deal_price = e.price_min;
        currency = e.currency; fx_rate_to_cny = c.rate_to_cny; payment_method = ${pick("full loan loan installment", "i", 120)}; source_type = 'direct'; owner_id = seller;
        subscribed_at = case when is_on then made::date + 1 end; contracted_at = case when told.status in ('contracted', 'completed') then made::date + 10 end;
        delivered_at = case when told.status = 'completed' then made::date + 90 end; cancelled_at = case when told.status = 'cancelled' then made::date + 30 end;
        cancel_type = case when told.status = 'cancelled' then 'unsubscribe' end; submitted_at = made; submitted_by = seller; reviewed_by = case when is_on then 2 end;
        reviewed_at = case when is_on then made + interval '1 day' end; commission_receivable = round(e.price_min * 0.03, 0); commission_currency = e.currency;
        receivable_origin = 'setting'; receivable_total = e.price_min`,
      from: `${over(days.customer, tenth)} join customer cu on cu.id = least(i * 10, ${customers})
        join (select id, price_min, currency from estate) e on e.id = 1 + ${roll("i", 121, tenth)} join (select code, rate_to_cny from currency) c on c.code = e.currency
        cross join lateral (select ${seller(122)} as seller, case when made > ${at} - interval '4 days' then 'reviewing' when ${isOne("i", 124, 100)} then 'cancelled'
            when made > ${at} - interval '15 days' then 'subscribed' when made > ${at} - interval '120 days' then 'contracted' else 'completed' end as status) told
        cross join lateral (select told.status <> 'reviewing' as is_on) how`,
      after: [countOf("estate", "deal", sold), countOf("customer", "deal", sold)],
    },
    billing: {
      columns: `${stamps("d.created_at", "11")}; billing_no = 'ZD' || d.id || '-' || n; deal_id = d.id; direction = 'in'; period_no = n; amount = due.amount; currency = d.currency;
        type = (array['deposit', 'down_payment', 'interim', 'final', 'dev_commission'])[n]; payer = case when n < 5 then 'buyer' else 'developer' end; payee = 'company';
        fx_rate_to_cny = d.fx_rate_to_cny; due_at = due.day; status = state; paid_at = case when state = 'confirmed' then due.day end; method = case when state = 'confirmed' then 'bank' end;
        confirmed_by = case when state = 'confirmed' then 3 end; confirmed_at = case when state = 'confirmed' then due.day + interval '18 hours' end;
        paid_amount = case when state = 'confirmed' then due.amount end`,
      from: `deal d cross join generate_series(1, 5) n cross join lateral (select coalesce(d.subscribed_at, d.created_at::date) + (array[0, 14, 45, 90, 30])[n] as day,
            case when n < 5 then round(d.deal_price * n / 10, 0) else d.commission_receivable end as amount) due
        cross join lateral (select case when d.status = 'cancelled' then 'void' when due.day > (${at})::date or ${isOne("d.id * 8 + n", 130, 30)} then 'pending' else 'confirmed' end as state) became
        where n < 5 or d.contracted_at is not null`,
    },
  };
}
