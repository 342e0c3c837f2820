import { eq } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { accountStatement } from "~/server/database/tables/clue/statement";
import { currency } from "~/server/database/tables/region/geography";
import { entity } from "~/server/lib/entity";
import { statementAfter } from "./view";

export type StatementRecord = typeof accountStatement.$inferSelect;

export const statements = entity({
  table: accountStatement,
  module: "clue",
  type: "account_statement",
  title: "对账单",
  nameOf: ({ statement_no }) => statement_no,
  unique: "该代理本期间同币种的对账单",
  present: statementAfter,
});

export async function digitsOf(db: Db, code: string): Promise<number> {
  const [row] = await db.select({ digits: currency.digits }).from(currency).where(eq(currency.code, code));
  return Math.min(row?.digits ?? 2, 2);
}
