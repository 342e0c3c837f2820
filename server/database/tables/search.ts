import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** The text of a search: the kept form, or, for a row that the job has not reached yet, the text itself. */
export const folded = (kept: AnyColumn, text: AnyColumn): SQL => sql`coalesce(${kept}, ${text})`;

/** What names are sorted by, the same under every locale. */
export const inOrder = (pinyin: AnyColumn): SQL => sql`${pinyin} collate "C"`;

/** The characters of a text and its pairs of neighbours, letters in lower case: what its search index holds. */
export const bigrams = (text: AnyColumn | SQL): SQL => sql`search_grams(${text})`;

/** The words of a JSON array as an index has them. */
export const wordsOf = (list: AnyColumn | SQL): SQL => sql`words_of(${list})`;

/** New rows wait in a short list of an index of grams and enter it together, which is several times cheaper; in kB, since every search reads that list. */
export const bounded = { gin_pending_list_limit: 256 };

/** The place of a customer's stage on their way, as `stages` of the contract has them. */
export const stageRank = (stage: AnyColumn): SQL =>
  sql`array_position('{new,contacted,qualified,visited,subscribed,contracted,completed,lost,invalid}'::text[], ${stage})`;

/** Every contact of an inquiry as a keyword asks for it, in one index. */
export const inquiryContacts = (
  t: Record<"phone" | "phone_e164" | "phone_last4" | "wechat" | "email", AnyColumn>,
): SQL => sql`(array[${t.phone}, ${t.phone_e164}, ${t.phone_last4}, lower(${t.wechat}), ${t.email}])`;

/** The districts of a customer: those they want and the one they live in. */
export const districtsOfCustomer = (t: Record<"intent_district_ids" | "district_id", AnyColumn>): SQL =>
  sql`array_append(${wordsOf(t.intent_district_ids)}, ${t.district_id}::text)`;
