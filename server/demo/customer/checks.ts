import { dayIn, disordered, missing, type Rules, unlike } from "../shared/rules";

const ofCountry = "t.country_code = p.country_code";

/** Of customers and what is around them: registered users, requirements, requests, bulk acts, the blacklist. */
export const customerRules: Rules = {
  "a pool customer without the time he came": `customer where owner_id is null and deleted_at is null and num_nulls(pool_at, pool_reason) > 0`,
  "a customer of a pool who does not meet its conditions": `customer c join pool p on p.id = c.pool_id
    where c.deleted_at is null and p.country_codes <> '[]' and not p.country_codes ?| array(select jsonb_array_elements_text(c.intent_country_codes))`,
  "an owned customer that is in the pool, too": `customer where owner_id is not null and (num_nonnulls(pool_at, pool_reason) > 0 or assigned_at is null)`,
  "a recycled customer with an owner, in the pool, or without its facts": `customer
    where deleted_at is not null and (num_nonnulls(owner_id, pool_at) > 0 or num_nulls(deleted_by, delete_reason) > 0)`,
  "counters that differ from the follow-ups": `customer c
    left join lateral (select count(*)::int as n, max(tracked_at) as last, max(tracked_at) filter (where is_valid) as valid
      from tracking t where t.customer_id = c.id and t.deleted_at is null) t on true
    where (c.tracking_count, c.last_tracking_at, c.last_valid_tracking_at) is distinct from (t.n, t.last, t.valid)`,
  "a next follow-up that the latest one does not name": `customer c
    left join lateral (select next_at from tracking t where t.customer_id = c.id and t.deleted_at is null
      order by tracked_at desc, id desc limit 1) t on true
    where c.next_tracking_at is distinct from case when c.owner_id is not null then t.next_at end`,
  "a next follow-up without its schedule": `customer c where c.next_tracking_at is not null and not exists (select 1 from schedule s
    where (s.customer_id, s.user_id, s.status, s.start_at) = (c.id, c.owner_id, 'pending', c.next_tracking_at))`,
  "a pending schedule of somebody who does not own the customer": `schedule s
    join customer c on c.id = s.customer_id where s.status = 'pending' and s.user_id is distinct from c.owner_id`,
  "a schedule that differs from the follow-up it came of": `schedule s join tracking t on t.id = s.tracking_id
    where s.start_at <> t.next_at or s.customer_id <> t.customer_id or t.next_at <= t.tracked_at`,
  "a validity against the rule": `tracking where is_valid <> (char_length(content) >= 10 and type <> 'other') or char_length(content) < 5`,
  "a follow-up before the customer, or yet to come": `tracking t join customer c on c.id = t.customer_id where t.tracked_at not between c.created_at and :now`,
  "a stage that the follow-ups do not lead to": `customer c
    left join lateral (select stage_after from tracking t where t.customer_id = c.id and stage_after is not null
      order by tracked_at desc limit 1) t on true
    where (c.stage <> coalesce(t.stage_after, 'new') and c.stage not in ('subscribed', 'contracted', 'completed'))
      or (c.stage = 'visited' and not exists (select 1 from tracking v where v.customer_id = c.id and v.type = 'visit'))
      or (c.stage = 'lost') <> (c.lost_reason is not null)`,
  "an owner log that does not end with the owner": `customer c
    left join lateral (select to_user from customer_owner_log l where l.customer_id = c.id order by at desc, id desc limit 1) l on true
    where c.deleted_at is null and c.owner_id is distinct from l.to_user`,
  "an owner log that does not begin with the creation": `customer c
    where (select count(*) from customer_owner_log l where (l.customer_id, l.action, l.at) = (c.id, 'create', c.created_at)) <> 1`,
  "more customers than the limit": `customer
    where owner_id is not null and stage not in ('lost', 'invalid') group by owner_id having count(*) > 200`,
  "more locked customers than the limit": `customer
    where is_locked group by owner_id having count(*) > 10 or bool_or(owner_id is null) or bool_or(locked_until < assigned_at)`,
  "more claims on a day than the limit": `customer_owner_log where action = 'claim' group by "by", ${dayIn("at")} having count(*) > 20`,
  "a holder who cannot hold": `customer c join "user" u on u.id = c.owner_id where u.status <> 'enabled'`,
  "a number of another day than the customer's": `customer c
    where abs(${dayIn("c.created_at")} - substr(c.customer_no, 3, 6)::date) > 1`,
  "a phone without its entry for the collision check": `customer c where c.phone_e164 is not null
    and not exists (select 1 from customer_contact p where p.customer_id = c.id and p.value_norm = c.phone_e164)`,
  "a contact that two customers share": `customer_contact group by type, value_norm having count(distinct customer_id) > 1`,
  "a message that leads nowhere": `message m where m.link_id is not null and m.category <> 'mention' and m.link not like '/personal-center?notice=%'
    and not (m.link = '/customer/editCustomerInfo/' || m.link_id and exists (select 1 from customer c where c.id = m.link_id))
    and not (m.link = '/customer/customerInfor?view=transfer' and exists (select 1 from transfer_request r where r.id = m.link_id))`,
  "somebody with too few or too many unread messages": `"user" u
    left join message m on m.user_id = u.id and m.read_at is null group by u.id having count(m.id) not between 3 and 12`,
  "a registered user without a contact, or with one after he has left": `customer_user
    where (coalesce(phone_e164, email, wechat_unionid) is null) <> (status = 'unregistered')
      or (status = 'unregistered' and num_nonnulls(nickname, customer_id) > 0)`,
  "a registered user whose contact is not his customer's": `customer_user u join customer c on c.id = u.customer_id
    where u.phone_e164 is distinct from c.phone_e164 or u.email is distinct from lower(c.email) or c.deleted_at is not null`,
  "a contact of a registered user that an unlinked customer has, too": `customer_user u
    join customer c on c.phone_e164 = u.phone_e164 where u.customer_id is distinct from c.id`,
  "figures that differ from what a user did": `customer_user u
    left join (select customer_user_id as id, max(at) as last, count(*) filter (where type = 'view_estate') as views,
        count(*) filter (where type = 'login') as logins,
        count(*) filter (where type = 'favorite') - count(*) filter (where type = 'unfavorite') as favorites
      from user_behavior group by customer_user_id) b on b.id = u.id
    where u.favorite_count <> coalesce(b.favorites, 0) or u.view_count < b.views or u.login_count < b.logins
      or (u.registered_at > :now - interval '179 days' and u.status <> 'unregistered'
        and (u.view_count <> coalesce(b.views, 0) or u.login_count <> coalesce(b.logins, 0)))
      or (b.last is not null and u.last_active_at is distinct from b.last)`,
  "a favourite dropped before it was kept": `user_behavior d where d.type = 'unfavorite' and not exists (select 1 from user_behavior k
    where (k.customer_user_id, k.type, k.target_id) = (d.customer_user_id, 'favorite', d.target_id) and k.at < d.at)`,
  "a deed before the registration, after now, of somebody gone, or past keeping": `user_behavior b join customer_user u on u.id = b.customer_user_id
    where u.status = 'unregistered' or b.at not between greatest(u.registered_at, :now - interval '180 days') and :now`,
  "a registered user active before his registration, or in the future": `customer_user where ${disordered("registered_at last_active_at")}`,
  "a disabled user without a reason, or another with one": `customer_user where ${unlike("disabled", "status_reason")}`,
  "an account whose state is not that of its request": `customer_user u
    left join lateral (select bool_or(status in ('pending', 'approved')) as open, bool_or(status = 'completed') as done
      from unregister_request r where r.customer_user_id = u.id) r on true
    where (u.status = 'unregistering') <> coalesce(r.open, false) or (u.status = 'unregistered') <> coalesce(r.done, false)`,
  "a request to leave whose dates contradict its state": `unregister_request
    where ${disordered("created_at reviewed_at")} or due_at <= created_at or completed_at < execute_at or completed_at > :now
      or (status = 'pending' and (reviewed_at is not null or due_at < :now))
      or (status = 'approved' and (execute_at is null or execute_at <= :now))
      or ${unlike("rejected", "reject_reason")} or ${unlike("completed", "completed_at")}`,
  "a completed request that still shows a contact": `unregister_request where status = 'completed' and (phone !~ '[*]' or email !~ '[*]')`,
  "a requirement of a customer whose wish is not clear": `requirement r join customer c on c.id = r.customer_id
    where c.stage in ('new', 'contacted') or r.created_at < c.created_at or r.updated_at not between r.created_at and :now`,
  "a customer who says something else than their newest open requirement": `customer c
    join lateral (select * from requirement r where r.customer_id = c.id and r.status <> 'closed' order by r.id desc limit 1) r on true
    where (c.purposes, c.budget_min, c.budget_max, c.budget_currency, c.loan_need) is distinct from (r.purposes, r.price_min, r.price_max, r.currency, r.loan)
      or not c.intent_country_codes ? r.country_code or not c.intent_district_ids @> r.district_ids`,
  "a requirement with a district of another country": missing("requirement.district_ids", "district", ofCountry),
  "a requirement whose bounds are the wrong way round, or without a currency": `requirement
    where area_min > area_max or price_min > price_max or completion_from > completion_to or (price_max is not null and currency is null)`,
  "more annexes than a requirement may have": `requirement_annex group by requirement_id, inquiry_id having count(*) > 20`,
  "an annex that contradicts itself": `requirement_annex a join requirement r on r.id = a.requirement_id join media m on m.id = a.media_id
    where a.created_at < r.created_at or a.updated_at > :now or m.scene <> 'annex' or m.status <> 'ready'
      or (a.verified = 'unverified') <> (a.verified_at is null) or (a.verified = 'rejected') <> (a.verify_note is not null)`,
  "a file that nothing refers to": `(
    select id from media except select media_id from requirement_annex except select media_id from album except select file_id from report
    except select media_id from deal_attachment except select invoice_media_id from account_statement except select media_id from developer_compare
    except select jsonb_array_elements_text(ids)::bigint from (select evidence_ids from mansion_application union all select media_ids from tracking
      union all select voucher_ids from billing union all select proof_ids || voucher_ids from account_statement) listed (ids)) loose`,
  "a follow-up with a picture that is not there": missing("tracking.media_ids", "media", "t.scene = 'tracking'"),
  "a pending transfer request of nobody's, of the owner himself, or for a customer who has gone on": `transfer_request r join customer c on c.id = r.customer_id
    where r.applicant_id = r.owner_id or (r.status = 'pending' and c.owner_id is distinct from r.owner_id)`,
  "two pending transfer requests of one person for one customer": `transfer_request
    where status = 'pending' group by customer_id, applicant_id having count(*) > 1`,
  "an approved transfer request without its transfer": `transfer_request r where r.status = 'approved' and not exists (select 1 from customer_owner_log l
    where (l.customer_id, l.action, l.from_user, l.to_user, l.at, l.reason) = (r.customer_id, 'transfer', r.owner_id, r.applicant_id, r.handled_at, r.reason))`,
  "a transfer request whose dates contradict its state": `transfer_request where ${disordered("created_at handled_at")}
    or ${unlike("approved rejected cancelled", "handled_at")} or ${unlike("rejected", "reject_reason")}`,
  "a pending transfer request of which no manager was told": `transfer_request r where r.status = 'pending' and not exists (select 1 from message m
    where m.link_id = r.id and m.link = '/customer/customerInfor?view=transfer' and m.user_id <> r.applicant_id)`,
  "a bulk act without its rows": `batch b
    where b.count <> (select count(*) from batch_row r where r.batch_id = b.id) or b.count = 0 or b.created_at > :now`,
  "a bulk act's row beyond the customer's version, or of nobody": `batch_row r
    left join customer c on c.id = r.row_id where r.version_after not between 2 and coalesce(c.version, 0)`,
  "a bulk act that can be undone, though its customer has changed": `batch b join batch_row r on r.batch_id = b.id join customer c on c.id = r.row_id
    where b.created_at > :now - interval '24 hours' and r.version_after <> c.version`,
  "a bulk act whose way back is not the one it came": `batch b join batch_row r on r.batch_id = b.id join customer c on c.id = r.row_id
    left join lateral (select * from customer_owner_log l where l.customer_id = c.id and l.at = b.created_at limit 1) l on true
    where case b.act
      when 'assign' then l.action is distinct from 'assign' or r.before ->> 'owner_id' is not null or r.before ->> 'pool_at' is null
      when 'release' then l.action is distinct from 'release' or (r.before ->> 'owner_id')::bigint is distinct from l.from_user or r.before ->> 'assigned_at' is null
      when 'recycle' then c.deleted_at is distinct from b.created_at or (r.before ->> 'owner_id')::bigint is distinct from c.last_owner_id
      else not c.tags @> (r.before -> 'tags') or not exists (select 1 from customer_change_log t
        where (t.customer_id, t.action, t.at) = (c.id, 'tag', b.created_at)) end`,
  "a customer whose mark differs from the blacklist": `customer c left join (
    with entry as (select * from blacklist where status = 'active' and (expire_at is null or expire_at > :now))
    select customer_id as id from entry union select u.customer_id from entry b join customer_user u on b.type = 'user' and u.id::text = b.value
      union select p.customer_id from entry b join customer_contact p on p.type = b.type and p.value_norm = b.value) m on m.id = c.id
    where c.is_blacklisted <> (m.id is not null)`,
  "two entries in force for one value": `blacklist where status = 'active' group by type, value having count(*) > 1`,
  "an entry whose dates contradict its state": `blacklist
    where ${disordered("created_at last_hit_at")} or ${disordered("created_at removed_at")} or expire_at < created_at or (hit_count = 0) <> (last_hit_at is null)
      or (status = 'active' and expire_at <= :now) or (status = 'expired' and not coalesce(expire_at <= :now, false)) or ${unlike("removed", "removed_at")}`,
  "an entry about a registered user that names another": `blacklist where type = 'user' and value <> customer_user_id::text`,
  "a share whose figures are not those of its openings, or that is over and yet in force": `share s
    left join lateral (select count(*)::int as n, min(at) as first, max(at) as last from share_open o where o.share_id = s.id) o on true
    where (s.open_count, s.first_opened_at, s.last_opened_at) is distinct from (o.n, o.first, o.last) or (s.status = 'active' and s.expires_at <= :now)`,
};
