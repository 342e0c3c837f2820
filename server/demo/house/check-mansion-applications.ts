import { type SQL, sql } from "drizzle-orm";
import { beyond } from "../shared/beyond";

/** What must never be in the demo data of applications about buildings. */
export const applicationViolationsAt = (at: string): Record<string, SQL> => ({
  "an application whose parts contradict its state": sql`select 1 from mansion_application
    where (status = 'pending') <> (handled_at is null) or (handled_at is null) <> (handler_id is null)
      or (status in ('confirmed', 'merged')) <> (result_mansion_id is not null)
      or (status = 'rejected') <> (reject_reason is not null) or (status = 'merged' and type <> 'create')
      or created_at > ${at} or updated_at > ${at} or handled_at < created_at or (version = 1) <> (status = 'pending')`,
  "an application about nothing, or a new building that is one already": sql`select 1 from mansion_application
    where (type = 'create') <> (mansion_id is null) or district_id is null or mansion_name = ''`,
  "an application before its building": sql`select 1 from mansion_application a join mansion m on m.id = a.mansion_id
    where m.created_at > a.created_at`,
  "a building by application that nobody applied for": sql`select 1 from mansion m
    where m.source = 'application' and m.status <> 'merged' and not exists (select 1 from mansion_application a
      where a.type = 'create' and a.status = 'confirmed' and a.result_mansion_id = m.id and a.handled_at = m.created_at)`,
  "a correction that was taken and is not in its building": sql`select 1 from mansion_application a
    join mansion m on m.id = a.mansion_id where a.type = 'correct' and a.status = 'confirmed'
      and (a.applied_fields = '[]'::jsonb or not to_jsonb(m) @> a.payload)`,
  "a claim without proof, or an owner without a claim": sql`select 1 from mansion_application a
    left join mansion_owner o on o.application_id = a.id
    where (a.type = 'claim') <> (a.evidence_ids <> '[]'::jsonb)
      or (o.id is not null) <> (a.type = 'claim' and a.status = 'confirmed')
      or o.mansion_id <> a.result_mansion_id or o.room_no <> a.payload ->> 'room_no'`,
  "a proof that is not there": sql`select 1 from mansion_application a
    cross join lateral jsonb_array_elements_text(a.evidence_ids) as picture(id)
    left join media m on m.id = picture.id::bigint where m.scene is distinct from 'evidence' or m.status <> 'ready'`,
  "an application's end that the log does not tell": sql`select 1 from mansion_application a
    where a.handled_at is not null and not exists (select 1 from operation_log l
      where l.target_type = 'mansion_application' and l.target_id = a.id and l.created_at = a.handled_at)`,
  "an application's number beyond its counter": sql`select 1 from mansion_application a
    where ${beyond("LS", sql`a.application_no`)}`,
});
