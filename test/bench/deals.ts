import { type SQL, sql } from "drizzle-orm";
import { isOne, roll } from "./chance";

/** Of each developer's sheet. */
const compared = 40;

interface Sold {
  /** Over so many days. */
  daysBack: number;
  /** A fifth of the customers. */
  deals: number;
  customers: number;
  estates: number;
  at: SQL;
  /** The name of a row's number. */
  nameOf: (row: SQL) => SQL;
}

/**
 * Sales with their bills, statements and developers' sheets. Of the last days most wait for their review, of the last weeks most are subscribed, of the last months contracted; the others
 * are handed over but for a tenth that was cancelled. Who was sold to by an agent has the agent's report (leads.ts). Each has four lines of its price, a signed one the developer's
 * commission and an agent's; what is due has been paid but for one line of thirty, and an agent's commissions of a month stand in one statement.
 */
export function deals({ deals: many, daysBack, customers, estates, at, nameOf }: Sold): SQL[] {
  const i = sql`i`;
  const id = sql`d.id`;
  const today = sql`(${at})::date`;
  return [
    // Each would write its estate and its customer by itself: the numbers are written at once below.
    sql`alter table deal disable trigger deal_counted`,
    sql`insert into deal (id, created_at, updated_at, created_by, updated_by, deal_no, status, customer_id, buyer_name, buyer_phone_cc, buyer_phone, estate_id, building, unit_no,
        floor, layout, area_sqm, list_price, deal_price, currency, fx_rate_to_cny, payment_method, source_type, clue_id, agent_id, agent_account_id, owner_id, subscribed_at,
        contracted_at, delivered_at, cancelled_at, cancel_type, submitted_at, submitted_by, reviewed_by, reviewed_at, commission_receivable, commission_currency, receivable_origin,
        commission_payable, payable_currency, payable_origin)
      select i, made, made, told.seller, told.seller, 'CJ' || to_char(made, 'YYMMDD') || lpad((row_number() over (partition by made::date order by i))::text, 4, '0'), became.status,
        coalesce(l.customer_id, who), ${nameOf(i)}, '86', '13' || lpad((i * 982451653 % 1000000000)::text, 9, '0'), e.id, 'A座', i::text, 3 + ${roll(i, 510, 30)}, '2LDK', 62.5,
        price, price, e.currency, c.rate_to_cny, (array['full', 'loan', 'loan', 'installment'])[1 + ${roll(i, 511, 4)}],
        case when l.id is not null then 'agent' when ${isOne(i, 512, 150)} then 'referral' else 'direct' end, l.id, l.agent_id, l.account_id, told.seller,
        case when is_on then made::date + 1 end, case when is_signed then made::date + 10 end, case when became.status = 'completed' then made::date + 90 end,
        case when became.status = 'cancelled' then made::date + 30 end, case when became.status = 'cancelled' then case when is_signed then 'return' else 'unsubscribe' end end,
        case when became.status <> 'draft' then made end, case when became.status <> 'draft' then told.seller end, case when is_on then 2 end, case when is_on then made + interval '1 day' end,
        round(price * 0.03, 0), e.currency, 'setting', case when l.id is not null then round(price * 0.018, 0) end, case when l.id is not null then e.currency end,
        case when l.id is not null then 'share' end
      from (select i::bigint as i, ${at} - interval '1 day' * ${daysBack}::int
            + (i - 1) * (interval '1 day' * (${daysBack}::int - 0.1) / ${many}::int) as made from generate_series(1, ${many}::int) i) planned
        cross join lateral (select ${at} - made as age, ${roll(i, 501, 100)} as fate, 11 + ${roll(i, 502, 189)} as seller, 1 + ${roll(i, 503, customers)} as who,
          1 + ${roll(i, 504, Math.max(estates, 1))} as place) told
        cross join lateral (select case when fate < 2 then 'draft' when age < interval '4 days' then 'reviewing' when fate < 12 then 'cancelled'
          when age < interval '15 days' then 'subscribed' when age < interval '120 days' then 'contracted' else 'completed' end as status) became
        cross join lateral (select became.status not in ('draft', 'reviewing') as is_on, became.status in ('contracted', 'completed') or (became.status = 'cancelled' and fate < 7) as is_signed) how
        left join (select row_number() over (order by id) as n, id, customer_id, estate_id, agent_id, account_id from clue
          where status in ('subscribed', 'contracted', 'settled') and customer_id is not null) l on l.n = i and is_on and became.status <> 'cancelled'
        join estate e on e.id = coalesce(l.estate_id, place)
        join currency c on c.code = e.currency
        cross join lateral (select coalesce(e.price_min, 50000000) as price) told_price
      order by planned.i`,
    sql`update clue l set deal_id = d.id from deal d where d.clue_id = l.id`,
    sql`insert into deal_log (deal_id, action, to_status, by, at) select id, 'create', 'draft', owner_id, created_at from deal order by id`,
    sql`insert into billing (created_at, updated_at, created_by, updated_by, billing_no, deal_id, direction, type, payer, payee, period_no, condition, percent, amount, currency,
        fx_rate_to_cny, due_at, paid_at, paid_amount, method, status, confirmed_by, confirmed_at)
      select made, made, 11, 11, 'ZD' || to_char(made, 'YYMMDD') || lpad((row_number() over (partition by made::date order by deal_id, n))::text, 5, '0'), deal_id, direction, type, payer, payee,
        n, case when type = 'agent_commission' then 'contract' end, case when type = 'agent_commission' then 100 end, amount, currency, rate, due,
        case when state in ('paid', 'confirmed') then due end, case when state in ('paid', 'confirmed') then amount end, case when state in ('paid', 'confirmed') then 'bank' end,
        state, case when state = 'confirmed' then 3 end, case when state = 'confirmed' then due + interval '18 hours' end
      from (
        select d.id as deal_id, d.created_at as made, d.currency, d.fx_rate_to_cny as rate, d.status as deal_status, ${roll(id, 520, 1000)} as fate, line.*
        from deal d cross join lateral (
          select n, 'in' as direction, (array['deposit', 'down_payment', 'interim', 'final'])[n] as type, 'buyer' as payer, 'company' as payee,
            round(d.deal_price * (array[0.1, 0.2, 0.3, 0.4])[n], 0) as amount, coalesce(d.subscribed_at, d.created_at::date) + (array[0, 14, 45, 90])[n] as due
          from generate_series(1, 4) n
          union all select 5, 'in', 'dev_commission', 'developer', 'company', d.commission_receivable, d.contracted_at + 30 where d.contracted_at is not null
          union all select 1, 'out', 'agent_commission', 'company', 'agent', d.commission_payable, d.contracted_at + 30 where d.contracted_at is not null and d.agent_id is not null
        ) line
      ) told
        cross join lateral (select case when deal_status = 'cancelled' then 'void' when deal_status in ('draft', 'reviewing') or due > ${today} then 'pending'
          when (fate + n * 37) % 30 = 0 then 'pending' when (fate + n * 41) % 30 = 1 then 'paid' else 'confirmed' end as state) became
      order by deal_id, n`,
    sql`update deal d set receivable_total = b.asked, received_total = b.got,
        pay_status = case when b.got = 0 then 'unpaid' when b.got < b.asked then 'partial' else 'paid' end,
        commission_status = case when b.commissions = 0 then 'none' when b.settled = 0 then 'pending' when b.settled < b.commissions then 'partial' else 'settled' end
      from (select deal_id, coalesce(sum(amount) filter (where payer = 'buyer' and status <> 'void'), 0) as asked, coalesce(sum(amount) filter (where payer = 'buyer' and status = 'confirmed'), 0) as got,
          count(*) filter (where payer <> 'buyer' and status <> 'void') as commissions, count(*) filter (where payer <> 'buyer' and status = 'confirmed') as settled
        from billing group by 1) b where b.deal_id = d.id`,
    sql`insert into account_statement (created_at, updated_at, created_by, updated_by, statement_no, agent_id, settle_cycle, period_from, period_to, currency, item_count, total_amount,
        adjust_total, tax_amount, payable_total, status, sent_at, confirm_by, confirmed_at, invoice_no, invoice_amount, paid_at, paid_by)
      select made, made, 4, 4, 'DZ' || to_char(month, 'YYYYMM') || lpad((row_number() over (partition by month order by agent_id, currency))::text, 5, '0'), agent_id, 'monthly', month,
        (month + interval '1 month - 1 day')::date, currency, items, total, 0, 0, total, status, case when status <> 'draft' then made + interval '1 day' end,
        case when status in ('confirmed', 'invoiced', 'paid') then '周联系' end, case when status in ('confirmed', 'invoiced', 'paid') then made + interval '2 days' end,
        case when status in ('invoiced', 'paid') then 'INV' || agent_id end, case when status in ('invoiced', 'paid') then total end,
        case when status = 'paid' then (made + interval '4 days')::date end, case when status = 'paid' then 3 end
      from (select d.agent_id, b.currency, date_trunc('month', b.due_at)::date as month, count(*)::int as items, sum(b.amount) as total
          from billing b join deal d on d.id = b.deal_id where b.type = 'agent_commission' and b.status <> 'void' and b.due_at <= ${today} group by 1, 2, 3) due
        cross join lateral (select least(month + interval '1 month 3 days', ${at} - interval '1 hour') as made, ${roll(sql`agent_id`, 530, 6)} as fate) told
        cross join lateral (select case when month < ${today} - 90 then 'paid'
          else (array['draft', 'sent', 'disputed', 'confirmed', 'invoiced', 'paid'])[1 + fate] end as status) became
      order by month, agent_id`,
    sql`insert into statement_item (statement_id, no, clue_id, part, kind, deal_id, billing_id, customer_name, estate, unit, deal_price, deal_currency, basis, rate, amount, condition, due_at)
      select s.id, row_number() over (partition by s.id order by b.id), d.clue_id, 1, 'commission', d.id, b.id, d.buyer_name, e.name, 'A座 ' || d.unit_no, d.deal_price, d.currency, d.deal_price,
        1.8, b.amount, 'contract', d.contracted_at
      from billing b join deal d on d.id = b.deal_id join estate e on e.id = d.estate_id
        join account_statement s on s.agent_id = d.agent_id and s.currency = b.currency and b.due_at between s.period_from and s.period_to
      where b.type = 'agent_commission' and b.status <> 'void' order by s.id, b.id`,
    sql`update billing b set statement_id = i.statement_id from statement_item i where i.billing_id = b.id`,
    sql`insert into media (created_at, updated_at, key, kind, mime, size, name, scene, status)
      values (${at}, ${at}, 'statement/bench', 'doc', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 1, '佣金结算.xlsx', 'statement', 'ready')`,
    sql`insert into developer_compare (created_at, updated_at, created_by, updated_by, developer, period, currency, media_id, headings)
      select month + interval '1 month', month + interval '1 month', 4, 4, '云汀不动产', to_char(month, 'YYYY-MM'), currency, (select max(id) from media), '{}'
      from generate_series(date_trunc('month', ${at} - interval '35 months'), ${at} - interval '1 month', interval '1 month') month
        cross join unnest(array['JPY', 'THB', 'USD']) currency order by 1`,
    sql`insert into developer_compare_row (compare_id, n, row, deal_id, estate, unit, customer_name, theirs, ours, result, differences, decision)
      select c.id, n, n + 1, d.id, '云汀', 'A座 ' || d.unit_no, d.buyer_name, side, side, case when n % 9 = 0 then 'amount' else 'match' end, '[]', case when n % 9 = 0 then 'open' else 'accepted' end
      from developer_compare c cross join generate_series(1, ${compared}::int) n
        join deal d on d.id = 1 + ${roll(sql`c.id * 100 + n`, 540, many)}
        cross join lateral (select jsonb_build_object('amount', d.commission_receivable::text, 'tax', null, 'price', d.deal_price::text, 'deduction', null, 'signed_at', d.contracted_at) as side) told
      order by c.id, n`,
    sql`alter table deal enable trigger deal_counted`,
    sql`update estate set deal_count = t.n from (select estate_id as id, count(*)::int as n from deal where status in ('subscribed', 'contracted', 'completed') group by 1) t where t.id = estate.id`,
    sql`update customer set deal_count = t.n from (select customer_id as id, count(*)::int as n from deal where status in ('subscribed', 'contracted', 'completed') group by 1) t where t.id = customer.id`,
  ];
}
