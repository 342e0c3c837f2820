import { type SQL, sql } from "drizzle-orm";

/** What must never be in the demo data of comments. */
export const commentViolationsAt = (at: string): Record<string, SQL> => ({
  "a comment on nothing, or on what is in the recycle bin": sql`select 1 from comment t
    left join customer c on t.owner_type = 'customer' and c.id = t.owner_id
    left join estate e on t.owner_type = 'estate' and e.id = t.owner_id
    where (c.id is null and e.id is null) or coalesce(c.deleted_at, e.deleted_at) is not null`,
  "a mention that leads to no comment": sql`select 1 from message m where m.category = 'mention'
    and not exists (select 1 from comment t where t.owner_id = m.link_id and m.link like '%comment=' || t.id
      and m.dedupe_key = 'comment:' || t.id || ':' || m.user_id)`,
  "a comment out of its time": sql`select 1 from comment t
    left join customer c on t.owner_type = 'customer' and c.id = t.owner_id
    where t.created_at > ${at} or t.created_at < c.created_at`,
  "a mention of nobody, or of oneself": sql`select 1 from comment t, jsonb_array_elements_text(t.mention_user_ids) m
    left join "user" u on u.id = m::bigint where u.id is null or u.id = t.created_by or strpos(t.content, '@[' || m || ']') = 0`,
});
