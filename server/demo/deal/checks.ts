import { disordered, type Rules, unlike } from "../shared/rules";

const sold = "('subscribed', 'contracted', 'completed')";
const reached = (of: string) => `array_position(array['subscribed', 'contracted', 'completed'], ${of})`;
const bills = (which: string) =>
  `(select coalesce(sum(amount), 0) from billing b where b.deal_id = d.id and b.status <> 'void' and ${which})`;
const ofBuyer = "b.direction = 'in' and b.payer = 'buyer'";
const sales = (of: string) => `${of} e where deal_count <>
  (select count(*) from deal d where d.${of}_id = e.id and d.status in ${sold} and d.deleted_at is null)`;

/** Of deals, their units, leads and papers, and their bills. */
export const dealRules: Rules = {
  "a deal whose state is not what its days say": `deal where ${unlike("subscribed contracted completed cancelled", "subscribed_at")}
    or (status in ('contracted', 'completed') and contracted_at is null) or ${unlike("completed", "delivered_at")} or ${unlike("cancelled", "cancelled_at")}
    or contracted_at < subscribed_at or delivered_at < contracted_at or cancelled_at < subscribed_at or ${disordered("created_at")}`,
  "a customer whose stage is not that of their deals": `customer c where coalesce(${reached("c.stage")}, 0) <>
    (select coalesce(max(${reached("d.status")}), 0) from deal d where d.customer_id = c.id and d.deleted_at is null)`,
  "a bill of the price that is not the price": `deal d
    left join lateral (select sum(amount) as total from billing b where b.deal_id = d.id and ${ofBuyer}
      and b.type not in ('tax_fee', 'agency_fee') and b.status <> 'void') b on true
    where b.total > d.deal_price or (d.status in ${sold} and b.total <> d.deal_price)`,
  "more paid back than came in": `deal d where received_total < 0 or (status <> 'cancelled' and receivable_total < received_total)`,
  "four figures that do not add up": `deal d where receivable_total <> received_total + ${bills(`${ofBuyer} and b.status in ('pending', 'paid')`)}`,
  "a completed deal that is not paid": `deal where status = 'completed' and pay_status <> 'paid'`,
  "commissions that are not what the deal says": `deal d where d.status in ('contracted', 'completed')
    and (d.commission_receivable is distinct from nullif(${bills("b.type = 'dev_commission'")}, 0)
      or coalesce(d.commission_payable, 0) <> ${bills("b.type = 'agent_commission' and b.direction = 'out'")})`,
  "a unit that is not its deal's": `unit u left join deal d on d.id = u.deal_id
    where (u.deal_id is not null and (d.unit_id is distinct from u.id
        or u.status <> case when d.status = 'reviewing' then 'reserved' when d.status in ${sold} then 'sold' end))
      or (u.status = 'reserved' and u.deal_id is null) or (u.sold_by = 'us') is distinct from (u.status = 'sold' and u.deal_id is not null) and u.sold_by is not null`,
  "a live deal in an estate with units that has none": `deal d join estate e on e.id = d.estate_id left join unit u on u.id = d.unit_id
    where e.has_units and (d.status = 'reviewing' or d.status in ${sold}) and u.deal_id is distinct from d.id`,
  "a lead that is not its deal's": `clue l left join deal d on d.id = l.deal_id
    where (l.status in ('subscribed', 'contracted', 'settled')) and (d.id is null or d.clue_id <> l.id)
      or (l.deal_id is not null and (d.agent_id, d.estate_id, d.customer_id) <> (l.agent_id, l.estate_id, l.customer_id))`,
  "a count of deals that is not theirs": `${sales("estate")} union all select 1 from ${sales("customer")}`,
  "a deal without the papers that its state asks for": `deal d cross join lateral
    (values ('subscribe_form', d.submitted_at is not null), ('contract', d.contracted_at is not null), ('delivery', d.delivered_at is not null)) asked (type, is_due)
    where is_due and not exists (select 1 from deal_attachment a where a.deal_id = d.id and a.type = asked.type)`,
  "a payment without its slip, or a slip without a payment": `billing where (status in ('paid', 'confirmed', 'refunded')) <> (voucher_ids <> '[]')`,
  "a deal reviewed by its own seller": `deal where reviewed_by in (owner_id, co_owner_id)`,
};
