import { type SQL, sql } from "drizzle-orm";
import { missing } from "../shared/rows";

const ofCountry = "t.country_code = p.country_code";

/** What must never be in the demo's customers and around them (registered users, requirements, requests, bulk acts, the blacklist), each as the query that finds it. */
export const customerViolationsAt = (at: string): Readonly<Record<string, SQL>> => ({
  "a pool customer without the time he came": sql`select 1 from customer
    where owner_id is null and deleted_at is null and (pool_at is null or pool_reason is null)`,
  "an owned customer that is in the pool, too": sql`select 1 from customer
    where owner_id is not null and (pool_at is not null or pool_reason is not null or assigned_at is null)`,
  "a recycled customer with an owner, in the pool, or without its facts": sql`select 1 from customer
    where deleted_at is not null and (owner_id is not null or pool_at is not null or deleted_by is null
      or delete_reason is null)`,
  "counters that differ from the follow-ups": sql`select 1 from customer c
    left join lateral (select count(*)::int as n, max(tracked_at) as last, max(tracked_at) filter (where is_valid) as valid
      from tracking t where t.customer_id = c.id and t.deleted_at is null) t on true
    where c.tracking_count <> t.n or c.last_tracking_at is distinct from t.last
      or c.last_valid_tracking_at is distinct from t.valid`,
  "a next follow-up that the latest one does not name": sql`select 1 from customer c
    left join lateral (select next_at from tracking t where t.customer_id = c.id and t.deleted_at is null
      order by tracked_at desc, id desc limit 1) t on true
    where c.next_tracking_at is distinct from case when c.owner_id is not null then t.next_at end`,
  "a next follow-up without its schedule": sql`select 1 from customer c where c.next_tracking_at is not null
    and not exists (select 1 from schedule s where s.customer_id = c.id and s.user_id = c.owner_id
      and s.status = 'pending' and s.start_at = c.next_tracking_at)`,
  "a pending schedule of somebody who does not own the customer": sql`select 1 from schedule s
    join customer c on c.id = s.customer_id where s.status = 'pending' and s.user_id is distinct from c.owner_id`,
  "a schedule that differs from the follow-up it came of": sql`select 1 from schedule s join tracking t on t.id = s.tracking_id
    where s.start_at <> t.next_at or s.customer_id <> t.customer_id or t.next_at <= t.tracked_at`,
  "a validity against the rule": sql`select 1 from tracking
    where is_valid <> (char_length(content) >= 10 and type <> 'other') or char_length(content) < 5`,
  "a follow-up before the customer, or yet to come": sql`select 1 from tracking t join customer c on c.id = t.customer_id
    where t.tracked_at < c.created_at or t.tracked_at > ${at}`,
  "a stage that the follow-ups do not lead to": sql`select 1 from customer c
    left join lateral (select stage_after from tracking t where t.customer_id = c.id and stage_after is not null
      order by tracked_at desc limit 1) t on true
    where (c.stage <> coalesce(t.stage_after, 'new') and c.stage not in ('subscribed', 'contracted', 'completed'))
      or (c.stage = 'visited' and not exists (select 1 from tracking v where v.customer_id = c.id and v.type = 'visit'))
      or (c.stage = 'lost') <> (c.lost_reason is not null)`,
  "an owner log that does not end with the owner": sql`select 1 from customer c
    left join lateral (select to_user from customer_owner_log l where l.customer_id = c.id order by at desc, id desc limit 1) l on true
    where c.deleted_at is null and c.owner_id is distinct from l.to_user`,
  "an owner log that does not begin with the creation": sql`select 1 from customer c
    where (select count(*) from customer_owner_log l where l.customer_id = c.id and l.action = 'create'
      and l.at = c.created_at) <> 1`,
  "more customers than the limit": sql`select owner_id from customer
    where owner_id is not null and stage not in ('lost', 'invalid') group by owner_id having count(*) > 200`,
  "more locked customers than the limit": sql`select owner_id from customer
    where is_locked group by owner_id having count(*) > 10 or bool_or(owner_id is null) or bool_or(locked_until < assigned_at)`,
  "more claims on a day than the limit": sql`select 1 from customer_owner_log where action = 'claim'
    group by "by", (at at time zone 'Asia/Shanghai')::date having count(*) > 20`,
  "a holder who cannot hold": sql`select 1 from customer c join "user" u on u.id = c.owner_id where u.status <> 'enabled'`,
  "a number of another day than the customer's": sql`select 1 from customer c
    where c.created_at < (substr(c.customer_no, 3, 6)::date - 1)::timestamp at time zone 'Asia/Shanghai'
      or c.created_at >= (substr(c.customer_no, 3, 6)::date + 2)::timestamp at time zone 'Asia/Shanghai'`,
  "a phone without its entry for the collision check": sql`select 1 from customer c where c.phone_e164 is not null
    and not exists (select 1 from customer_contact p where p.customer_id = c.id and p.value_norm = c.phone_e164)`,
  "a contact that two customers share": sql`select type, value_norm from customer_contact
    group by type, value_norm having count(distinct customer_id) > 1`,
  "a message that leads nowhere": sql`select 1 from message m where m.link_id is not null and m.category <> 'mention'
    and m.link not like '/personal-center?notice=%'
    and not (m.link = '/customer/editCustomerInfo/' || m.link_id and exists (select 1 from customer c where c.id = m.link_id))
    and not (m.link = '/customer/customerInfor?view=transfer'
      and exists (select 1 from transfer_request r where r.id = m.link_id))`,
  "somebody with too few or too many unread messages": sql`select u.id from "user" u
    left join message m on m.user_id = u.id and m.read_at is null group by u.id having count(m.id) not between 3 and 12`,
  "a registered user without a contact, or with one after he has left": sql`select 1 from customer_user
    where (coalesce(phone_e164, email, wechat_unionid) is null) <> (status = 'unregistered')
      or (status = 'unregistered' and (nickname is not null or customer_id is not null))`,
  "a registered user whose contact is not his customer's": sql`select 1 from customer_user u
    join customer c on c.id = u.customer_id
    where u.phone_e164 is distinct from c.phone_e164 or u.email is distinct from lower(c.email) or c.deleted_at is not null`,
  "a contact of a registered user that an unlinked customer has, too": sql`select 1 from customer_user u
    join customer c on c.phone_e164 = u.phone_e164 where u.customer_id is distinct from c.id`,
  "figures that differ from what a user did": sql`select 1 from customer_user u
    left join (select customer_user_id as id, max(at) as last, count(*) filter (where type = 'view_estate') as views,
        count(*) filter (where type = 'login') as logins,
        count(*) filter (where type = 'favorite') - count(*) filter (where type = 'unfavorite') as favorites
      from user_behavior group by customer_user_id) b on b.id = u.id
    where u.favorite_count <> coalesce(b.favorites, 0) or u.view_count < b.views or u.login_count < b.logins
      or (u.registered_at > ${at}::timestamptz - interval '179 days' and u.status <> 'unregistered'
        and (u.view_count <> coalesce(b.views, 0) or u.login_count <> coalesce(b.logins, 0)))
      or (b.last is not null and u.last_active_at is distinct from b.last)`,
  "a favourite dropped before it was kept": sql`select 1 from user_behavior d where d.type = 'unfavorite'
    and not exists (select 1 from user_behavior k where k.customer_user_id = d.customer_user_id
      and k.type = 'favorite' and k.target_id = d.target_id and k.at < d.at)`,
  "a deed before the registration, after now, of somebody gone, or past keeping": sql`select 1 from user_behavior b
    join customer_user u on u.id = b.customer_user_id
    where b.at < u.registered_at or b.at > ${at} or u.status = 'unregistered'
      or b.at < ${at}::timestamptz - interval '180 days'`,
  "a registered user active before his registration, or in the future": sql`select 1 from customer_user
    where last_active_at < registered_at or last_active_at > ${at} or registered_at > ${at}`,
  "a disabled user without a reason, or another with one": sql`select 1 from customer_user
    where (status = 'disabled') <> (status_reason is not null)`,
  "an account whose state is not that of its request": sql`select 1 from customer_user u
    left join lateral (select bool_or(status in ('pending', 'approved')) as open, bool_or(status = 'completed') as done
      from unregister_request r where r.customer_user_id = u.id) r on true
    where (u.status = 'unregistering') <> coalesce(r.open, false) or (u.status = 'unregistered') <> coalesce(r.done, false)`,
  "a request to leave whose dates contradict its state": sql`select 1 from unregister_request
    where created_at > ${at} or reviewed_at < created_at or reviewed_at > ${at} or due_at <= created_at
      or (status = 'pending' and (reviewed_at is not null or due_at < ${at}))
      or (status = 'approved' and (execute_at is null or execute_at <= ${at}))
      or (status = 'rejected') <> (reject_reason is not null)
      or (status = 'completed') <> (completed_at is not null)
      or completed_at < execute_at or completed_at > ${at}`,
  "a completed request that still shows a contact": sql`select 1 from unregister_request
    where status = 'completed' and (phone !~ '[*]' or email !~ '[*]')`,
  "a requirement of a customer whose wish is not clear": sql`select 1 from requirement r join customer c on c.id = r.customer_id
    where c.stage in ('new', 'contacted') or r.created_at < c.created_at or r.updated_at > ${at}
      or r.updated_at < r.created_at`,
  "a customer who says something else than their newest open requirement": sql`select 1 from customer c
    join lateral (select * from requirement r where r.customer_id = c.id and r.status <> 'closed' order by r.id desc limit 1) r on true
    where (c.purposes, c.budget_min, c.budget_max, c.budget_currency, c.loan_need)
        is distinct from (r.purposes, r.price_min, r.price_max, r.currency, r.loan)
      or not c.intent_country_codes ? r.country_code or not c.intent_district_ids @> r.district_ids`,
  "a requirement with a district of another country": missing("requirement", "p.district_ids", "district", ofCountry),
  "a requirement whose bounds are the wrong way round, or without a currency": sql`select 1 from requirement
    where area_min > area_max or price_min > price_max or completion_from > completion_to
      or (price_max is not null and currency is null)`,
  "more annexes than a requirement may have": sql`select 1 from requirement_annex group by requirement_id, inquiry_id having count(*) > 20`,
  "an annex that contradicts itself": sql`select 1 from requirement_annex a join requirement r on r.id = a.requirement_id
    join media m on m.id = a.media_id
    where a.created_at < r.created_at or a.updated_at > ${at} or m.scene <> 'annex' or m.status <> 'ready'
      or (a.verified = 'unverified') <> (a.verified_at is null) or (a.verified = 'rejected') <> (a.verify_note is not null)`,
  "a file that nothing refers to": sql`select id from media except select media_id from requirement_annex
    except select media_id from album
    except select proof.id::bigint from mansion_application a cross join lateral jsonb_array_elements_text(a.evidence_ids) as proof(id)
    except select picture.id::bigint from tracking t cross join lateral jsonb_array_elements_text(t.media_ids) as picture(id)
    except select media_id from deal_attachment except select invoice_media_id from account_statement except select media_id from developer_compare
    except select file_id from report
    except select slip.id::bigint from billing b cross join lateral jsonb_array_elements_text(b.voucher_ids) as slip(id)
    except select paper.id::bigint from account_statement s cross join lateral jsonb_array_elements_text(s.proof_ids || s.voucher_ids) as paper(id)`,
  "a follow-up with a picture that is not there": missing("tracking", "p.media_ids", "media", "t.scene = 'tracking'"),
  "a pending transfer request of nobody's, of the owner himself, or for a customer who has gone on": sql`select 1
    from transfer_request r join customer c on c.id = r.customer_id
    where r.applicant_id = r.owner_id or (r.status = 'pending' and (c.owner_id is distinct from r.owner_id))`,
  "two pending transfer requests of one person for one customer": sql`select 1 from transfer_request
    where status = 'pending' group by customer_id, applicant_id having count(*) > 1`,
  "an approved transfer request without its transfer": sql`select 1 from transfer_request r where r.status = 'approved'
    and not exists (select 1 from customer_owner_log l where l.customer_id = r.customer_id and l.action = 'transfer'
      and l.from_user = r.owner_id and l.to_user = r.applicant_id and l.at = r.handled_at and l.reason = r.reason)`,
  "a transfer request whose dates contradict its state": sql`select 1 from transfer_request
    where created_at > ${at} or handled_at < created_at or handled_at > ${at}
      or (status = 'pending') <> (handled_at is null) or (status = 'rejected') <> (reject_reason is not null)`,
  "a pending transfer request of which no manager was told": sql`select 1 from transfer_request r
    where r.status = 'pending' and not exists (select 1 from message m where m.link_id = r.id
      and m.link = '/customer/customerInfor?view=transfer' and m.user_id <> r.applicant_id)`,
  "a bulk act without its rows": sql`select 1 from batch b
    where b.count <> (select count(*) from batch_row r where r.batch_id = b.id) or b.count = 0 or b.created_at > ${at}`,
  "a bulk act's row beyond the customer's version, or of nobody": sql`select 1 from batch_row r
    left join customer c on c.id = r.row_id where r.version_after > coalesce(c.version, 0) or r.version_after < 2`,
  "a bulk act that can be undone, though its customer has changed": sql`select 1 from batch b
    join batch_row r on r.batch_id = b.id join customer c on c.id = r.row_id
    where b.created_at > ${at}::timestamptz - interval '24 hours' and r.version_after <> c.version`,
  "a bulk act whose way back is not the one it came": sql`select 1 from batch b
    join batch_row r on r.batch_id = b.id join customer c on c.id = r.row_id
    left join lateral (select * from customer_owner_log l where l.customer_id = c.id and l.at = b.created_at limit 1) l on true
    where case b.act
      when 'assign' then l.action is distinct from 'assign' or r.before->>'owner_id' is not null
        or r.before->>'pool_at' is null
      when 'release' then l.action is distinct from 'release'
        or (r.before->>'owner_id')::bigint is distinct from l.from_user or r.before->>'assigned_at' is null
      when 'recycle' then c.deleted_at is distinct from b.created_at
        or (r.before->>'owner_id')::bigint is distinct from c.last_owner_id
      else not c.tags @> (r.before->'tags') or not exists (select 1 from customer_change_log t
        where t.customer_id = c.id and t.action = 'tag' and t.at = b.created_at) end`,
  "a customer whose mark differs from the blacklist": sql`
    with entry as (select * from blacklist where status = 'active' and (expire_at is null or expire_at > ${at})),
      marked as (select customer_id as id from entry
        union select u.customer_id from entry b join customer_user u on b.type = 'user' and u.id::text = b.value
        union select p.customer_id from entry b join customer_contact p on p.type = b.type and p.value_norm = b.value)
    select 1 from customer c left join marked m on m.id = c.id where c.is_blacklisted <> (m.id is not null)`,
  "two entries in force for one value": sql`select 1 from blacklist where status = 'active' group by type, value having count(*) > 1`,
  "an entry whose dates contradict its state": sql`select 1 from blacklist
    where created_at > ${at} or last_hit_at > ${at} or last_hit_at < created_at or expire_at < created_at
      or (hit_count = 0) <> (last_hit_at is null)
      or (status = 'active' and expire_at <= ${at}) or (status = 'expired' and not coalesce(expire_at <= ${at}, false))
      or (status = 'removed') <> (removed_at is not null) or removed_at < created_at or removed_at > ${at}`,
  "an entry about a registered user that names another": sql`select 1 from blacklist
    where type = 'user' and value <> customer_user_id::text`,
});
