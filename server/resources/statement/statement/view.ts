import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { StatementDetail, type StatementItem, type StatementLog, StatementRow } from "~/contract/clue/statement";
import type { StatementStatus } from "~/contract/clue/statement-kinds";
import type { Db } from "~/server/database/database";
import { agent } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { accountStatement, statementItem } from "~/server/database/tables/clue/statement";
import { deal } from "~/server/database/tables/deal/deal";
import { currency } from "~/server/database/tables/region/geography";
import { media, operationLog, user } from "~/server/database/tables/system/system";
import { found, type Looking, refOf, refuse, rowOf, rowsOf } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { entity } from "~/server/lib/entity";
import { unseal } from "~/server/lib/seal";
import { bankPurpose, maskAccount } from "~/server/resources/agent/agent/view";
import { mediaOf } from "~/server/resources/shared/upload";
import { hindrancesOf } from "./hindrances";
import { visibleStatements } from "./scope";

const manager = alias(user, "manager");
const maker = alias(user, "maker");
const payer = alias(user, "payer");

export function selectStatements({ db, user: caller }: Looking) {
  return db
    .select({
      row: accountStatement,
      agent,
      manager: manager.name,
      maker: maker.name,
      payer: payer.name,
      is_visible: sql<boolean>`coalesce(${visibleStatements(caller)}, false)`,
    })
    .from(accountStatement)
    .innerJoin(agent, eq(agent.id, accountStatement.agent_id))
    .leftJoin(manager, eq(manager.id, agent.manager_id))
    .leftJoin(maker, eq(maker.id, accountStatement.created_by))
    .leftJoin(payer, eq(payer.id, accountStatement.paid_by));
}
type Viewed = Awaited<ReturnType<typeof selectStatements>>[number];

/** The states that each act may start from (domain C.6). */
export const actStates = {
  edit: ["draft"],
  send: ["draft"],
  confirm: ["sent"],
  dispute: ["sent"],
  revise: ["disputed"],
  invoice: ["confirmed"],
  uninvoice: ["invoiced"],
  /** Also a confirmed one, if the agent needs no invoice. */
  pay: ["invoiced"],
  void: ["draft", "sent", "disputed", "confirmed"],
} as const satisfies Record<keyof StatementRow["can"], readonly StatementStatus[]>;

export const isPayable = (status: StatementStatus, invoiceRequired: boolean): boolean =>
  status === "invoiced" || (status === "confirmed" && !invoiceRequired);

/** Statements as the reader sees them, with what prevents the acts on them. */
export async function toStatementRows({ db, user }: Looking, list: readonly Viewed[]): Promise<StatementRow[]> {
  const asked = list.map(({ row, agent: of }) => ({
    ...{ row, agent: of, isPayable: isPayable(row.status, of.invoice_required) },
  }));
  const hindrances = await hindrancesOf(db, asked);
  return list.map((viewed) => toRow(viewed, user, hindrances.get(viewed.row.id) ?? {}));
}

function toRow({ row, agent: of, manager: name }: Viewed, caller: Caller, blocked: StatementRow["blocked"]) {
  const may = (act: keyof typeof actStates, code: Parameters<typeof caller.permissions.has>[0]) =>
    (actStates[act] as readonly StatementStatus[]).includes(row.status) && caller.permissions.has(code);
  const { status } = row;
  return rowOf(StatementRow, row, {
    agent: { id: of.id, name: of.name },
    contact_name: of.contact_name,
    manager: refOf(of.manager_id, name),
    blocked,
    can: {
      edit: may("edit", "clue:statement:create"),
      send: may("send", "clue:statement:send"),
      confirm: may("confirm", "clue:statement:confirm"),
      dispute: may("dispute", "clue:statement:confirm"),
      revise: may("revise", "clue:statement:confirm"),
      invoice: may("invoice", "clue:statement:confirm"),
      uninvoice: may("uninvoice", "clue:statement:pay"),
      pay: isPayable(status, of.invoice_required) && caller.permissions.has("clue:statement:pay"),
      void: may("void", "clue:statement:void"),
    },
  });
}

const itemsOf = ({ db }: Pick<Looking, "db">, id: number) =>
  db
    .select({ item: statementItem, clue_no: clue.clue_no, deal_no: deal.deal_no })
    .from(statementItem)
    .innerJoin(clue, eq(clue.id, statementItem.clue_id))
    .innerJoin(deal, eq(deal.id, statementItem.deal_id))
    .where(eq(statementItem.statement_id, id))
    .orderBy(asc(statementItem.no));

async function detailOf(looking: Looking, viewed: Viewed): Promise<StatementDetail> {
  const { row, agent: of } = viewed;
  const { services } = looking;
  const items = await itemsOf(looking, row.id);
  const files = await filesOf(looking, [
    ...row.proof_ids,
    ...row.voucher_ids,
    ...(row.invoice_media_id ? [row.invoice_media_id] : []),
  ]);
  const shown = (ids: readonly number[]) => ids.flatMap((id) => files.get(id) ?? []);
  const { agent_no, invoice_title, tax_no, invoice_required, bank_name } = of;
  return rowOf(StatementDetail, row, {
    ...found((await toStatementRows(looking, [viewed]))[0]),
    agent_no,
    invoice_title,
    tax_no,
    invoice_required,
    bank_name,
    bank_account_masked: of.bank_account ? maskAccount(unseal(services, bankPurpose, of.bank_account)) : null,
    tax_rate: Number(row.tax_rate),
    items: items.map(({ item, ...numbers }): StatementItem => {
      const { billing_id: _, statement_id: __, no: ___, is_live: ____, ...facts } = item;
      return { ...facts, ...numbers, currency: row.currency, rate: item.rate === null ? null : Number(item.rate) };
    }),
    created_by: refOf(row.created_by, viewed.maker),
    paid_by: refOf(row.paid_by, viewed.payer),
    proof: shown(row.proof_ids),
    invoice_media: shown(row.invoice_media_id ? [row.invoice_media_id] : []),
    voucher: shown(row.voucher_ids),
  });
}

async function filesOf({ db, services }: Looking, ids: readonly number[]) {
  const rows = ids.length ? await rowsOf(db, media, inArray(media.id, [...ids])) : [];
  return new Map(
    rows.map((one) => {
      const { id, name, url, mime } = mediaOf(services, one);
      return [id, { id, name, url, mime }];
    }),
  );
}

async function viewedOf(looking: Looking, id: number): Promise<Viewed> {
  const [viewed] = await selectStatements(looking).where(eq(accountStatement.id, id));
  return found(viewed);
}

export async function seenStatement(looking: Looking, id: number): Promise<Viewed> {
  const viewed = await viewedOf(looking, id);
  return viewed.is_visible ? viewed : refuse(40301);
}

export const readStatement = async (looking: Looking, id: number): Promise<StatementDetail> =>
  detailOf(looking, await seenStatement(looking, id));

export async function statementAfter(looking: Looking, id: number): Promise<StatementDetail> {
  return detailOf(looking, await viewedOf(looking, id));
}

const mostLines = 200;

/** The operation log's lines about a statement, newest first. */
export async function statementLogs(looking: Looking, id: number): Promise<StatementLog[]> {
  await seenStatement(looking, id);
  const { target_type, target_id, created_at, user_name, summary, reason } = operationLog;
  return looking.db
    .select({ id: operationLog.id, at: created_at, by: user_name, summary, reason })
    .from(operationLog)
    .where(and(eq(target_type, "account_statement"), eq(target_id, id)))
    .orderBy(desc(operationLog.id))
    .limit(mostLines);
}

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
