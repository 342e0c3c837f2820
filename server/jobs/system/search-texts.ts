import { type AnyColumn, and, eq, getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { searchLines } from "~/server/database/baseline/plain-text";
import type { Database } from "~/server/database/database";
import { searchColumnsOf, withSearchTexts } from "~/server/database/search-texts";
import { agent, agentAccount } from "~/server/database/tables/agent/agent";
import { article, articleCategory, articleTag } from "~/server/database/tables/article/article";
import { clue } from "~/server/database/tables/clue/clue";
import { customerUser } from "~/server/database/tables/customer/audience";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { deal } from "~/server/database/tables/deal/deal";
import { estate, estateAudit } from "~/server/database/tables/house/estate";
import { mansion, mansionApplication } from "~/server/database/tables/house/property";
import { quickReply } from "~/server/database/tables/inquiry/chat";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { notification } from "~/server/database/tables/notification/notification";
import { district } from "~/server/database/tables/region/geography";
import { banner, homeSection } from "~/server/database/tables/resource/advert";
import { investment, report, video } from "~/server/database/tables/resource/resource";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import { section, seoKeyword, seoTag } from "~/server/database/tables/seo/seo";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { special } from "~/server/database/tables/special/special";
import { appVersion, broker } from "~/server/database/tables/system/admin";
import { option, role, user } from "~/server/database/tables/system/system";
import { daily, type Job } from "../scheduler";

/** Every table that keeps something of its texts. */
export const tablesWithKept: readonly PgTable[] = [
  ...[customer, tracking, customerUser, agent, agentAccount, clue, inquiry, deal],
  ...[estate, estateAudit, mansion, mansionApplication, user, broker],
  ...[notification, video, investment, report, special, article, cityIntro, encyclopaedia, seoArticle, seoKeyword],
  ...[articleCategory, articleTag, seoTag, section, banner, homeSection, tracker, quickReply, role, option, appVersion],
];

/** Rows per statement: a statement has a time limit. */
const chunkSize = 1_000;

/** Fills what is kept of texts where rows are older than that; it touches nothing else of them. */
export const keptTexts: Job = {
  name: "kept_texts",
  lastTurn: daily("03:30"),
  async run({ services, signal }) {
    let filled = 0;
    for (const table of tablesWithKept)
      for (let after: number | undefined = 0; after !== undefined && !signal.aborted; ) {
        const done = await fill(services.db, table, after);
        filled += done.count;
        after = done.last;
      }
    filled += await districtsAnew(services.db);
    return `${filled}条`;
  },
};

/** Signs that the fold leaves in no text: a text that has them was written by an older one. */
const unfolded = "[·•‧∙⋅・]|[ぁ-ヿ㐀-鿿][[:blank:]]+[ぁ-ヿ㐀-鿿]";

async function districtsAnew(db: Database): Promise<number> {
  const { id, search_text } = district;
  const rows = await db.select({ id, search_text }).from(district).where(sql`${search_text} ~ ${unfolded}`);
  for (const row of rows)
    await db
      .update(district)
      .set({
        search_text: searchLines(row.search_text.split("\n").filter(Boolean)),
        updated_at: sql`${district.updated_at}`,
      })
      .where(and(eq(id, row.id), eq(search_text, row.search_text)));
  return rows.length;
}

/** The next rows after a number that lack something. A text changed in the meantime already has its own. */
async function fill(db: Database, table: PgTable, after: number): Promise<{ count: number; last: number | undefined }> {
  const columns: Record<string, AnyColumn> = getTableColumns(table);
  const kept = searchColumnsOf(table);
  const lacks = sql.join(
    kept.map(({ name, of }) => sql`(${columns[name]} is null and ${columns[of]} is not null)`),
    sql` or `,
  );
  const texts = sql.join(
    [...new Set(kept.map(({ of }) => of))].map((of) => sql`${columns[of]}`),
    sql`, `,
  );
  const { rows } = await db.execute<Record<string, string | null>>(
    sql`select id, ${texts} from ${table} where id > ${after} and (${lacks}) order by id limit ${chunkSize}`,
  );
  if (rows.length === 0) return { count: 0, last: undefined };
  const made = rows.map((row) => withSearchTexts(table, row));
  const set = kept.map(({ name }) => sql`${sql.identifier(name)} = made.${sql.identifier(name)}`);
  const same = kept.map(({ of }) => sql`one.${sql.identifier(of)} is not distinct from made.${sql.identifier(of)}`);
  await db.execute(sql`update ${table} one set ${sql.join(set, sql`, `)}
    from json_populate_recordset(null::${table}, ${JSON.stringify(made)}::json) made
    where one.id = made.id and ${sql.join(same, sql` and `)}`);
  return { count: rows.length, last: Number(rows.at(-1)?.id) };
}
