import { dayIn, disordered, missing, type Rules, unlike, untold } from "../shared/rules";

const online = "t.publish_status = 'online'";
const ready = "t.scene = 'evidence' and t.status = 'ready'";

/** Of buildings, applications about them, and estates. */
export const houseRules: Rules = {
  "a building in no district of its country": `mansion m join district d on d.id = m.district_id where d.country_code <> m.country_code or d.level < 2`,
  "a building far from its district, or half a position": `mansion
    where num_nulls(lat, lng) = 1 or lat not between -90 and 90 or lng not between -180 and 180`,
  "a building with amounts of no currency, or of another country's": `mansion m join country c on c.code = m.country_code
    where (m.currency is null and num_nonnulls(m.avg_unit_price, m.avg_rent_unit, m.management_fee_sqm, m.repair_fund_sqm) > 0)
      or m.currency <> c.currency_code or (m.currency = 'JPY' and (m.avg_rent_unit % 1 <> 0 or m.management_fee_sqm % 1 <> 0))`,
  "a building whose dates or version contradict its state": `mansion
    where ${disordered("created_at updated_at")} or (version = 1) <> (updated_at = created_at) or (status <> 'enabled' and version = 1)`,
  "a merged building that leads nowhere": `mansion m left join mansion t on t.id = m.merged_to_id
    where (m.status = 'merged') <> (m.merged_to_id is not null)
      or (m.status = 'merged' and (t.status is distinct from 'enabled' or t.country_code <> m.country_code
        or strpos(t.names_norm, m.name_norm) = 0 and not t.alias @> to_jsonb(m.name)))`,
  "a building whose end the log does not tell": untold("mansion", "updated_at", "a.status <> 'enabled'"),
  "an album without a cover, or with two, or of a building that is none": `album a
    left join mansion m on m.id = a.owner_id where a.owner_type = 'mansion'
    group by a.owner_id, m.status having count(*) filter (where a.is_cover) <> 1 or m.status is null or m.status = 'merged'`,
  "a picture of an album that is no public picture": `album a join media m on m.id = a.media_id where m.scene <> 'album' or m.is_private or m.status <> 'ready'`,

  "an application whose parts contradict its state": `mansion_application
    where (status = 'pending') <> (handled_at is null) or (handled_at is null) <> (handler_id is null) or ${unlike("confirmed merged", "result_mansion_id")}
      or ${unlike("rejected", "reject_reason")} or (status = 'merged' and type <> 'create') or ${disordered("created_at handled_at")}
      or updated_at > :now or (version = 1) <> (status = 'pending')`,
  "an application about nothing, or a new building that is one already": `mansion_application
    where (type = 'create') <> (mansion_id is null) or district_id is null or mansion_name = ''`,
  "an application before its building": `mansion_application a join mansion m on m.id = a.mansion_id where m.created_at > a.created_at`,
  "a building by application that nobody applied for": `mansion m
    where m.source = 'application' and m.status <> 'merged' and not exists (select 1 from mansion_application a
      where (a.type, a.status, a.result_mansion_id, a.handled_at) = ('create', 'confirmed', m.id, m.created_at))`,
  "a correction that was taken and is not in its building": `mansion_application a join mansion m on m.id = a.mansion_id
    where a.type = 'correct' and a.status = 'confirmed' and (a.applied_fields = '[]' or not to_jsonb(m) @> a.payload)`,
  "a claim without proof, or an owner without a claim": `mansion_application a left join mansion_owner o on o.application_id = a.id
    where (a.type = 'claim') <> (a.evidence_ids <> '[]') or (o.id is not null) <> (a.type = 'claim' and a.status = 'confirmed')
      or o.mansion_id <> a.result_mansion_id or o.room_no <> a.payload ->> 'room_no'`,
  "a proof that is not there": missing("mansion_application.evidence_ids", "media", ready),
  "an application's end that the log does not tell": untold(
    "mansion_application",
    "handled_at",
    "a.handled_at is not null",
  ),

  "an estate in no district of its country": `estate e join district d on d.id = e.district_id where d.country_code <> e.country_code or d.level < 2`,
  "an estate whose prices are not those of its rooms, or of another money": `estate e join country c on c.code = e.country_code
    left join lateral (select min(price_min) as least, max(price_max) as most from room where estate_id = e.id) r on true
    where e.currency <> c.currency_code or e.price_min <> r.least or e.price_max <> r.most or e.price_min_cny is null
      or (e.currency = 'JPY' and (e.price_min % 1 <> 0 or e.price_max % 1 <> 0))`,
  "an estate whose layouts or areas are not those of its rooms": `estate e
    join lateral (select min(area_sqm) as least, max(area_sqm) as most, jsonb_agg(distinct layout) as layouts from room where estate_id = e.id) r on true
    where e.area_min <> r.least or e.area_max <> r.most or not (e.layouts @> r.layouts and e.layouts <@ r.layouts)`,
  "more flats to be had than there are": `room where available_count > total_count union all select 1 from estate where sale_units > total_units`,
  "a room whose counts are not those of its units": `room r join estate e on e.id = r.estate_id
    left join lateral (select count(*) as n, count(*) filter (where status = 'available') as free from unit u where u.room_id = r.id) u on true
    where e.has_units and (r.total_count <> u.n or r.available_count <> u.free)`,
  "an estate that knows nothing of its units": `estate e where e.has_units <> exists (select 1 from unit u where u.estate_id = e.id)`,
  "a unit of another estate's room, or money": `unit u join room r on r.id = u.room_id
    join estate e on e.id = u.estate_id where r.estate_id <> u.estate_id or u.currency <> e.currency`,
  "a unit whose state and facts disagree": `unit where (status = 'held') <> (num_nulls(held_by, held_until) = 0)
    or ${unlike("sold", "sold_by")} or (status = 'reserved' and deal_id is null)`,
  "a unit held by who may not": `unit t join "user" u on u.id = t.held_by where u.status <> 'enabled'`,
  "a unit whose queue is not counted, or waits for what may be had": `unit u
    left join lateral (select count(*) as n from unit_queue q where q.unit_id = u.id) q on true
    where u.queue_count <> q.n or (q.n > 0 and u.status not in ('held', 'reserved')) or q.n > 5`,
  "a unit held for somebody else's customer, or without a hold": `unit u left join customer c on c.id = u.held_for_customer_id
    where u.held_for_customer_id is not null and (u.status <> 'held' or c.owner_id is distinct from u.held_by or c.deleted_at is not null)`,
  "a customer who waits without a consultant, for what they have, or out of their time": `unit_queue q
    join unit u on u.id = q.unit_id left join customer c on c.id = q.customer_id left join "user" p on p.id = q.user_id
    where c.owner_id is distinct from q.user_id or c.deleted_at is not null or p.status <> 'enabled'
      or u.held_for_customer_id = q.customer_id or q.at > :now`,
  "a unit whose history does not end as it stands": `unit u
    left join lateral (select to_status from unit_log l where l.unit_id = u.id and l.to_status is not null order by l.at desc, l.id desc limit 1) l on true
    where u.status <> coalesce(l.to_status, 'available') union all select 1 from unit_log where at > :now`,
  "an estate online that may not be": `estate where publish_status = 'online' and (audit_status <> 'approved' or lat is null or published_at is null)`,
  "an estate submitted without its pictures": `estate e where e.audit_status <> 'draft' and (select count(distinct category) from album a
    where a.owner_type = 'estate' and a.owner_id = e.id and a.category in ('exterior', 'floor_plan')) < 2`,
  "an album of an estate without a cover, or of none": `album a left join estate e on e.id = a.owner_id
    where a.owner_type = 'estate' group by a.owner_id, e.id having count(*) filter (where a.is_cover) <> 1 or e.id is null`,
  "views that nobody had": `estate e where e.view_count <>
    (select coalesce(sum(d.views), 0) from content_daily d where d.kind = 'estate' and d.target_id = e.id)`,
  "a day of an estate without what registered users saw of it, with more visitors than views, or of a day to come": `
    (select target_id, ${dayIn("at")} as date, count(*) as views from user_behavior
      where type = 'view_estate' and target_type = 'estate' and target_id is not null group by 1, 2) b
    left join content_daily d on d.kind = 'estate' and d.target_id = b.target_id and d.date = b.date
    where coalesce(d.views, 0) < b.views union all select 1 from content_daily where kind = 'estate' and (uv > views or date > :today)`,
  "a customer's wish for an estate that is not online": missing("customer.intent_estate_ids", "estate", online),
  "a follow-up with an estate that is not online": missing("tracking.estate_ids", "estate", online),
  "a match with an estate that is not online": missing("requirement.matched_estate_ids", "estate", online),
  "a requirement matched with nothing": `requirement where (status = 'matched') <> (jsonb_array_length(matched_estate_ids) > 0)`,
  "two reviews of an estate that wait": `estate_audit where status = 'pending' group by estate_id having count(*) > 1`,
  "an estate whose state its reviews do not tell": `estate e
    left join lateral (select status from estate_audit a where a.estate_id = e.id and a.action = 'create' order by submitted_at desc, id desc limit 1) a on true
    where e.audit_status <> coalesce(a.status, 'draft')`,
  "a proposal that nobody reviews": `estate e where num_nonnulls(e.proposed, e.proposed_album) > 0 and not exists (select 1 from estate_audit a
    where (a.estate_id, a.action, a.status) = (e.id, 'update', 'pending'))`,
  "a review by who submitted it, or out of its time": `estate_audit
    where (reviewer_id = submitter_id and submitter_type = 'user') or ${disordered("submitted_at reviewed_at")} or sla_due_at <= submitted_at
      or ${unlike("approved rejected", "reviewer_id")} or (status = 'rejected') <> (num_nulls(reject_reason, reject_note) = 0)`,
  "an estate out of its time": `estate where ${disordered("created_at updated_at")}`,
};
