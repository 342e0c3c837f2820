import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** A text as it is searched: what is kept of it, or, of a row that the job has not come to yet, the text itself. */
export const folded = (kept: AnyColumn, text: AnyColumn): SQL => sql`coalesce(${kept}, ${text})`;

/** What names are sorted by, the same under every locale. */
export const inOrder = (pinyin: AnyColumn): SQL => sql`${pinyin} collate "C"`;

/** The characters of a text and its pairs of neighbours, letters in lower case: what its search index holds (migration 0004 has the function). */
export const grams = (text: AnyColumn | SQL): SQL => sql`search_grams(${text})`;

/** New rows wait in a short list of an index of grams and enter it together, which is several times cheaper; in kB, since every search reads that list. */
export const bounded = { gin_pending_list_limit: 256 };

/** The place of a customer's stage on their way, as `stages` of the contract has them; indexed as it stands. */
export const stageRank = (stage: AnyColumn): SQL =>
  sql`array_position('{new,contacted,qualified,visited,subscribed,contracted,completed,lost,invalid}'::text[], ${stage})`;

interface Marked {
  name: AnyColumn;
  name_fold: AnyColumn;
  owner_id: AnyColumn;
  tags: AnyColumn;
  intent_country_codes: AnyColumn;
  stage: AnyColumn;
  created_at: AnyColumn;
  last_tracking_at: AnyColumn;
  next_tracking_at: AnyColumn;
  last_valid_tracking_at: AnyColumn;
  assigned_at: AnyColumn;
}

/**
 * The grams of a customer's name with `o:` their owner, `t:` their tags, `c:` the countries they look at, `s:` their stage, and the days and months of what they are listed by
 * (migration 0044 has the function; server/resources/customer/customer/marks.ts asks for them).
 */
export const customerMarks = (t: Marked): SQL =>
  sql`customer_marks(${folded(t.name_fold, t.name)}, ${t.owner_id}, ${t.tags}, ${t.intent_country_codes}, ${t.stage}, ${t.created_at}, ${t.last_tracking_at}, ${t.next_tracking_at}, ${t.last_valid_tracking_at}, ${t.assigned_at})`;

/** The grams of an inquiry's name with `o:` whose it is, 0 nobody's, `s:` its state and `k:` its kind (migration 0047 has the function). */
export const inquiryMarks = (t: Record<"name" | "name_fold" | "assignee_id" | "status" | "kind", AnyColumn>): SQL =>
  sql`inquiry_marks(${folded(t.name_fold, t.name)}, ${t.assignee_id}, ${t.status}, ${t.kind})`;

/** The grams of a follow-up's text, or of its customer's name, with `u:` who wrote it (migration 0048 has the function). */
export const trackingMarks = (text: AnyColumn | SQL, author: AnyColumn): SQL => sql`tracking_marks(${text}, ${author})`;

/** The grams of a lead's name with `s:` its state (migration 0047 has the function). */
export const clueMarks = (t: Record<"customer_name" | "customer_name_fold" | "status", AnyColumn>): SQL =>
  sql`clue_marks(${folded(t.customer_name_fold, t.customer_name)}, ${t.status})`;
