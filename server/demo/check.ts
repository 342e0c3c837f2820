import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../database/database";
import { agentViolationsAt } from "./agent/check-agents";
import { clueViolationsAt } from "./clue/check-clues";
import { contentViolationsAt } from "./content/checks";
import { customerViolationsAt } from "./customer/check-customers";
import { dealViolationsAt } from "./deal/check-deals";
import { houseViolationsAt } from "./house/checks";
import { inquiryViolationsAt } from "./inquiry/check-inquiries";
import { currencyViolationsAt } from "./region/write";
import { commentViolationsAt } from "./shared/comments";

/** What must never be in demo data, each as the query that finds it: an area adds its line. */
const violations = [
  customerViolationsAt,
  houseViolationsAt,
  currencyViolationsAt,
  commentViolationsAt,
  inquiryViolationsAt,
  agentViolationsAt,
  clueViolationsAt,
  dealViolationsAt,
  contentViolationsAt,
];

/** Throws with every rule that the written demo data break (domain G.2). */
export async function assertConsistent(db: Database | Transaction, now: Date): Promise<void> {
  const at = now.toISOString();
  const queries = violations
    .flatMap((violationsAt) => Object.entries(violationsAt(at)))
    .map(([rule, query]) => sql`select ${rule}::text as rule where exists (${query})`);
  const { rows } = await db.execute<{ rule: string }>(sql.join(queries, sql` union all `));
  if (rows.length) throw new Error(`演示数据不一致：${rows.map((row) => row.rule).join("; ")}`);
}
