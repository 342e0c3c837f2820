import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** The characters of a text and its pairs of neighbours, letters in lower case: what its search index holds (migration 0004 has the function). */
export const grams = (text: AnyColumn): SQL => sql`search_grams(${text})`;

/** New rows wait in a short list of an index of grams and enter it together, which is several times cheaper; in kB, since every search reads that list. */
export const bounded = { gin_pending_list_limit: 256 };

/** The place of a customer's stage on their way, as `stages` of the contract has them; indexed as it stands. */
export const stageRank = (stage: AnyColumn): SQL =>
  sql`array_position('{new,contacted,qualified,visited,subscribed,contracted,completed,lost,invalid}'::text[], ${stage})`;

interface Worded {
  name: AnyColumn;
  owner_id: AnyColumn;
  tags: AnyColumn;
  intent_country_codes: AnyColumn;
}

/** The grams of a customer's name with `o:` their owner, `t:` their tags and `c:` the countries they look at (migration 0019 has the function). */
export const customerWords = ({ name, owner_id, tags, intent_country_codes }: Worded): SQL =>
  sql`customer_words(${name}, ${owner_id}, ${tags}, ${intent_country_codes})`;
