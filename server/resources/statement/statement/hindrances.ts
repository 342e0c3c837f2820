import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { itemKey, type StatementRow } from "~/contract/clue/statement";
import { compareSigned, signedSum } from "~/contract/decimal";
import type { Db } from "~/server/database/database";
import type { agent } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { type accountStatement, statementItem } from "~/server/database/tables/clue/statement";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { byKey, type Due, dueOfClues } from "./due";

// What prevents an act is computed here: for the act, which refuses, and for the list and the page, which disable it (domain C.6).

type Statement = typeof accountStatement.$inferSelect;
type Item = typeof statementItem.$inferSelect;

interface Draft {
  items: Item[];
  due: Map<string, Due>;
}

/** Drafts with their deals' present amounts, by number. */
export async function draftsOf(db: Db, rows: readonly Statement[]): Promise<Map<number, Draft>> {
  if (rows.length === 0) return new Map();
  const items = await db
    .select()
    .from(statementItem)
    .where(
      inArray(
        statementItem.statement_id,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(statementItem.no));
  const clues = [...new Set(items.map(({ clue_id }) => clue_id))];
  const last = rows.map(({ period_to }) => period_to).sort();
  const lines = clues.length ? await dueOfClues(db, clues, last.at(-1) ?? "") : [];
  return new Map(
    rows.map(({ id, agent_id, period_to }) => [
      id,
      {
        items: items.filter(({ statement_id }) => statement_id === id),
        due: byKey(lines.filter((line) => line.agent_id === agent_id && line.due_at <= period_to)),
      },
    ]),
  );
}

/** Why nothing is paid out: an agent's debt is deducted from a later statement that is large enough. */
export const payableHindrance = (payable: string): string | undefined =>
  compareSigned(payable, "0") < 0 ? "应付合计不能小于0，请减少冲回或调整，留待下期" : undefined;

/** Why a draft cannot be sent in its present state. */
export function sendHindrance({ currency }: Statement, { items, due }: Draft): string | undefined {
  const gone = items.filter((item) => due.get(itemKey(item))?.currency !== currency);
  if (gone.length) return `${namesOf(gone)}已不符合结佣条件，请编辑对账单移除后再发送`;
  const amounts = items.map((item) => signedSum(due.get(itemKey(item))?.amount ?? "0.00", item.adjust_amount));
  return payableHindrance(signedSum("0.00", ...amounts));
}

/** Why an agent cannot be paid. */
export const noAccount = "该代理还没有登记收款账户，不能付款";

/** Items of frozen statements whose bill, deal or report has changed since. */
export async function changedItems(db: Db, ids: readonly number[]): Promise<Item[]> {
  if (ids.length === 0) return [];
  const isBack = eq(statementItem.kind, "clawback");
  const stands = and(
    eq(billing.status, "pending"),
    sql`${billing.amount} = case when ${isBack} then -${statementItem.amount} else ${statementItem.amount} end`,
    sql`(${isBack} or (${inArray(deal.status, ["contracted", "completed"])} and ${eq(clue.status, "contracted")}))`,
  );
  const rows = await db
    .select({ item: statementItem })
    .from(statementItem)
    .innerJoin(billing, eq(billing.id, statementItem.billing_id))
    .innerJoin(deal, eq(deal.id, billing.deal_id))
    .innerJoin(clue, eq(clue.id, statementItem.clue_id))
    .where(and(inArray(statementItem.statement_id, [...ids]), sql`not ${stands}`))
    .orderBy(asc(statementItem.no));
  return rows.map(({ item }) => item);
}

/** Why a sent statement cannot be paid in its present state. */
export const changedHindrance = (changed: readonly Item[]): string | undefined =>
  changed.length ? `${namesOf(changed)}的成交或账单已变更，请撤回发票、作废后重新生成` : undefined;

/** What prevents the acts that the statements' states would allow, by statement number. */
export async function hindrancesOf(
  db: Db,
  rows: readonly { row: Statement; agent: typeof agent.$inferSelect; isPayable: boolean }[],
): Promise<Map<number, StatementRow["blocked"]>> {
  const drafts = await draftsOf(
    db,
    rows.flatMap(({ row }) => (row.status === "draft" ? row : [])),
  );
  const changed = await changedItems(
    db,
    rows.flatMap(({ row, isPayable }) => (isPayable ? row.id : [])),
  );
  return new Map(
    rows.map(({ row, agent: of, isPayable }) => {
      const draft = drafts.get(row.id);
      const send = draft && sendHindrance(row, draft);
      const own = changed.filter(({ statement_id }) => statement_id === row.id);
      const pay = isPayable ? (of.bank_account ? changedHindrance(own) : noAccount) : undefined;
      return [row.id, { ...(send && { send }), ...(pay && { pay }) }];
    }),
  );
}

const shownNames = 5;
const namesOf = (items: readonly { customer_name: string; estate: string; unit: string }[]): string =>
  items
    .slice(0, shownNames)
    .map(({ estate, unit }) => `${estate} ${unit}`)
    .join("、") + (items.length > shownNames ? `等${items.length}条` : "");
