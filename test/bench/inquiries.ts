import { type SQL, sql } from "drizzle-orm";
import { isOne, pick, roll } from "./chance";
import { contents } from "./words";

/** Tracking points of a house, with more than a year of days each. */
const trackerCount = 300;
const trackedDays = 400;

interface Asked {
  /** So many times as many as customers. */
  inquiries: number;
  customers: number;
  /** Over so many days. */
  daysBack: number;
  estates: number;
  at: SQL;
  /** The name of a row's number. */
  nameOf: (row: SQL) => SQL;
}

/**
 * One inquiry, or several, for each customer's number. Of a hundred 30 became that customer, one alone of several, of the last ten days most still wait, of the others one of sixty; one of twelve
 * was answered late. Half are about an estate, a fifth came from a registered user, a third over a tracking point.
 */
export function inquiries({ inquiries: many, customers, daysBack, estates, at, nameOf }: Asked): SQL[] {
  const i = sql`i`;
  const each = many / customers;
  const day = sql`(current_date - n)`;
  return [
    sql`insert into tracker (id, created_at, updated_at, created_by, updated_by, code, name, platform, channel, page_type, position, target_url, owner_id,
        cost_amount, currency, status)
      select i, ${at} - interval '1 day' * (${trackedDays}::int - i), ${at}, 1, 1, 'bench-' || i, '投放' || i || '号',
        (array['web', 'h5', 'app_ios', 'app_android', 'mini_program', 'wecom'])[1 + ${roll(i, 140, 6)}],
        (array['seo', 'sem', 'social', 'wechat', 'video', 'email', 'partner', 'internal'])[1 + ${roll(i, 141, 8)}],
        (array['home', 'estate_list', 'estate_detail', 'article', 'special', 'visa', 'rental'])[1 + ${roll(i, 142, 7)}],
        '底部按钮', 'https://www.example.com/landing/' || i, 1 + ${roll(i, 143, 200)}, 1000 + ${roll(i, 144, 50_000)}, 'CNY',
        case when ${isOne(i, 145, 200)} then 'disabled' else 'enabled' end
      from (select i::bigint as i from generate_series(1, ${trackerCount}::int) i) made`,
    sql`insert into tracker_daily (tracker_id, date, pv, uv, clicks, impressions, inquiry_count, customer_count)
      select i, ${day}, 20 + ${roll(sql`(i * 1000 + n)`, 146, 400)}, 10 + ${roll(sql`(i * 1000 + n)`, 147, 200)}, ${roll(sql`(i * 1000 + n)`, 148, 90)}, 0,
        ${roll(sql`(i * 1000 + n)`, 149, 6)}, ${roll(sql`(i * 1000 + n)`, 150, 3)}
      from (select i::bigint as i from generate_series(1, ${trackerCount}::int) i) made cross join generate_series(0, ${trackedDays}::int - 1) n`,
    // Each would write its customer, its user and its estate by itself: the numbers are written at once below.
    sql`alter table inquiry disable trigger inquiry_counted`,
    sql`insert into inquiry (id, created_at, updated_at, created_by, updated_by, inquiry_no, kind, status, name, phone_cc, phone, phone_e164, phone_last4, wechat,
        content, ext, platform, tracker_id, page_url, ip, ip_region, device, customer_user_id, customer_id, estate_id, assignee_id, due_at, waiting_since,
        is_overdue, first_response_at, response_seconds, invalid_reason, close_reason, converted_at, converted_created, visa_met)
      select i, made, greatest(made, answered), 1, 1,
        'XJ' || to_char(made, 'YYMMDD') || lpad((row_number() over (partition by made::date order by i))::text, 4, '0'),
        kind, status, ${nameOf(i)}, cc, national, '+' || cc || national, right(national, 4), case when ${isOne(i, 160, 300)} then 'wx_' || i end,
        ${pick(contents[1], i, 161)},
        case kind when 'estate' then jsonb_build_object('want_viewing', ${isOne(i, 162, 300)}, 'layout', '2LDK', 'purpose', 'investment')
          when 'rental' then '{"rent_kind": "find_rent", "city": "东京", "rent_max": "180000.00", "currency": "JPY", "guarantor": false, "pet": false}'
          when 'visa' then jsonb_build_object('nationality', 'CN', 'case_stage',
            (array['consulting', 'consulting', 'evaluating', 'engaged', 'submitted', 'visa_issued', 'withdrawn'])[1 + ${roll(i, 163, 7)}])
          else '{}' end,
        (array['web', 'web', 'h5', 'h5', 'app_ios', 'app_android', 'mini_program', 'wecom', 'manual'])[1 + ${roll(i, 164, 9)}],
        case when ${isOne(i, 165, 330)} then 1 + ${roll(i, 166, trackerCount)} end, 'https://www.example.com/estate/' || i,
        '203.0.113.' || (i % 250), '中国', case when ${isOne(i, 167, 600)} then 'mobile' else 'pc' end,
        case when i % ${5 * each}::int = 0 then i / ${5 * each}::int end, customer_id, case when kind = 'estate' and ${estates}::int > 0 then 1 + ${roll(i, 168, Math.max(estates, 1))} end,
        case when status <> 'pending' then assignee end, made + interval '4 hours', made,
        late, answered, case when answered is not null then extract(epoch from answered - made)::int end,
        case when status = 'invalid' then 'wrong_number' end, case when status = 'closed' then '客户已在别处购买' end,
        case when status = 'converted' then answered end, status = 'converted', case when kind = 'visa' then ${roll(i, 199, 7)} end
      from (select i::bigint as i, ${at} - interval '1 day' * ${daysBack}::int
            + (i - 1) * (interval '1 day' * (${daysBack}::int - 1) / ${many}::int) as made from generate_series(1, ${many}::int) i) planned
        cross join lateral (select made > ${at} - interval '10 days' as fresh, ${isOne(i, 169, 80)} as late,
          (array['estate', 'estate', 'estate', 'estate', 'estate', 'rental', 'rental', 'visa', 'chat', 'general', 'report'])[1 + ${roll(i, 170, 11)}] as kind) told
        left join customer c on c.id * ${each}::int = i and c.deleted_at is null and ${isOne(i, 171, 310)}
        cross join lateral (select c.id as customer_id, case when c.id is not null then 'converted'
            when fresh then (array['pending', 'pending', 'assigned', 'assigned', 'processing', 'invalid'])[1 + ${roll(i, 172, 6)}]
            when ${isOne(i, 173, 8)} then 'pending' when ${isOne(i, 174, 16)} then 'assigned'
            else (array['processing', 'invalid', 'invalid', 'invalid', 'closed', 'closed', 'closed', 'closed'])[1 + ${roll(i, 175, 8)}] end as status,
          coalesce(c.owner_id, 11 + ${roll(i, 176, 189)}) as assignee) became
        cross join lateral (select case when status not in ('pending', 'assigned')
            then made + interval '1 second' * (60 + ${roll(i, 177, 14_000)} + case when late then 14400 else 0 end) end as answered) answer
        cross join lateral (select '86' as cc, '13' || lpad((i * 982451653 % 1000000000)::text, 9, '0') as national) phone
      order by i`,
    sql`insert into inquiry_log (inquiry_id, action, to_status, at) select id, 'create', 'pending', created_at from inquiry order by id`,
    sql`alter table inquiry enable trigger inquiry_counted`,
    sql`update customer set inquiry_count = 1 from inquiry i where i.customer_id = customer.id`,
    sql`update customer_user set inquiry_count = 1 from inquiry i where i.customer_user_id = customer_user.id`,
    sql`update estate set inquiry_count = i.n from (select estate_id as id, count(*)::int as n from inquiry where estate_id is not null group by 1) i
      where i.id = estate.id`,
  ];
}
