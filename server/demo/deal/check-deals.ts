import { type SQL, sql } from "drizzle-orm";
import { beyond } from "../shared/beyond";

/** What must never be in the demo data about deals and their bills. */
export function dealViolationsAt(at: string): Readonly<Record<string, SQL>> {
  return {
    "a deal whose state is not what its days say": sql`select 1 from deal where (status in ('subscribed', 'contracted', 'completed', 'cancelled')) <> (subscribed_at is not null)
      or (status in ('contracted', 'completed') and contracted_at is null) or (status = 'completed') <> (delivered_at is not null)
      or (status = 'cancelled') <> (cancelled_at is not null) or contracted_at < subscribed_at or delivered_at < contracted_at
      or cancelled_at < subscribed_at or created_at > ${at}`,
    "a customer whose stage is not that of their deals": sql`select 1 from customer c
      left join lateral (select max(array_position(array['subscribed', 'contracted', 'completed'], d.status)) as reached from deal d
        where d.customer_id = c.id and d.deleted_at is null) d on true
      where coalesce(array_position(array['subscribed', 'contracted', 'completed'], c.stage), 0) <> coalesce(d.reached, 0)`,
    "a bill of the price that is not the price": sql`select 1 from deal d
      left join lateral (select sum(amount) as total from billing b where b.deal_id = d.id and b.direction = 'in' and b.payer = 'buyer'
        and b.type not in ('tax_fee', 'agency_fee') and b.status <> 'void') b on true
      where b.total > d.deal_price or (d.status in ('subscribed', 'contracted', 'completed') and b.total <> d.deal_price)`,
    "more paid back than came in": sql`select 1 from deal d where received_total < 0 or (status <> 'cancelled' and receivable_total < received_total)`,
    "four figures that do not add up": sql`select 1 from deal d where receivable_total <> received_total +
      (select coalesce(sum(amount), 0) from billing b where b.deal_id = d.id and b.direction = 'in' and b.payer = 'buyer' and b.status in ('pending', 'paid'))`,
    "a completed deal that is not paid": sql`select 1 from deal where status = 'completed' and pay_status <> 'paid'`,
    "commissions that are not what the deal says": sql`select 1 from deal d where d.status in ('contracted', 'completed')
      and (d.commission_receivable is distinct from (select sum(amount) from billing b where b.deal_id = d.id and b.type = 'dev_commission' and b.status <> 'void')
        or coalesce(d.commission_payable, 0) <> coalesce((select sum(amount) from billing b where b.deal_id = d.id and b.type = 'agent_commission' and b.direction = 'out' and b.status <> 'void'), 0))`,
    "a unit that is not its deal's": sql`select 1 from unit u left join deal d on d.id = u.deal_id
      where (u.deal_id is not null and (d.unit_id is distinct from u.id
          or u.status <> case when d.status = 'reviewing' then 'reserved' when d.status in ('subscribed', 'contracted', 'completed') then 'sold' end))
        or (u.status = 'reserved' and u.deal_id is null) or (u.sold_by = 'us') is distinct from (u.status = 'sold' and u.deal_id is not null) and u.sold_by is not null`,
    "a live deal in an estate with units that has none": sql`select 1 from deal d join estate e on e.id = d.estate_id
      left join unit u on u.id = d.unit_id where e.has_units and d.status in ('reviewing', 'subscribed', 'contracted', 'completed')
      and u.deal_id is distinct from d.id`,
    "a lead that is not its deal's": sql`select 1 from clue l left join deal d on d.id = l.deal_id
      where (l.status in ('subscribed', 'contracted', 'settled')) and (d.id is null or d.clue_id <> l.id)
        or (l.deal_id is not null and (d.agent_id <> l.agent_id or d.estate_id <> l.estate_id or d.customer_id <> l.customer_id))`,
    "a count of deals that is not theirs": sql`select 1 from estate e where deal_count <>
        (select count(*) from deal d where d.estate_id = e.id and d.status in ('subscribed', 'contracted', 'completed') and d.deleted_at is null)
      union all select 1 from customer c where deal_count <>
        (select count(*) from deal d where d.customer_id = c.id and d.status in ('subscribed', 'contracted', 'completed') and d.deleted_at is null)`,
    "a deal without the papers that its state asks for": sql`select 1 from deal d where exists (
      select 1 from unnest(case when d.submitted_at is not null then array['subscribe_form'] end
        || case when d.contracted_at is not null then array['contract'] end
        || case when d.delivered_at is not null then array['delivery'] end) as asked(type)
      where not exists (select 1 from deal_attachment a where a.deal_id = d.id and a.type = asked.type))`,
    "a payment without its slip, or a slip without a payment": sql`select 1 from billing
      where (status in ('paid', 'confirmed', 'refunded')) <> (voucher_ids <> '[]')`,
    "a deal reviewed by its own seller": sql`select 1 from deal where reviewed_by in (owner_id, co_owner_id)`,
    "a number of a deal or a bill beyond its counter": sql`select 1 from deal d where ${beyond("CJ", sql`d.deal_no`)}
      union all select 1 from billing b where ${beyond("ZD", sql`b.billing_no`)}`,
  };
}
