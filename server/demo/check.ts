import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../database/database";
import { agentRules } from "./agent/checks";
import { contentRules } from "./content/checks";
import { customerRules } from "./customer/checks";
import { dealRules } from "./deal/checks";
import { houseRules } from "./house/checks";
import { inquiryRules } from "./inquiry/checks";
import { numberRules } from "./shared/counters";

const rules = [numberRules, customerRules, houseRules, contentRules, inquiryRules, agentRules, dealRules].flatMap(
  (of) => Object.entries(of),
);

/** Throws with every rule that the written demo data break (domain G.2). */
export async function assertConsistent(db: Database | Transaction, now: Date): Promise<void> {
  const moment = `'${now.toISOString()}'::timestamptz`;
  const today = `(${moment} at time zone 'Asia/Shanghai')::date`;
  const queries = rules.map(
    ([rule, from]) =>
      sql`select ${rule}::text as rule where exists (select 1 from ${sql.raw(from.replaceAll(":now", moment).replaceAll(":today", today))})`,
  );
  const { rows } = await db.execute<{ rule: string }>(sql.join(queries, sql` union all `));
  if (rows.length) throw new Error(`演示数据不一致：${rows.map((row) => row.rule).join("; ")}`);
}
