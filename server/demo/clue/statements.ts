import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import ExcelJS from "exceljs";
import { compareFields, type StatementStatus } from "~/contract/clue/statement-kinds";
import { ratio, signedSum } from "~/contract/decimal";
import { insertRows } from "~/server/database/insert-rows";
import { agent } from "~/server/database/tables/agent/agent";
import {
  accountStatement,
  developerCompare,
  developerCompareRow,
  statementItem,
} from "~/server/database/tables/clue/statement";
import { isoInstant } from "~/server/database/tables/columns";
import { deal } from "~/server/database/tables/deal/deal";
import { found } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { refreshTotals } from "~/server/resources/deal/billing/totals";
import { nextMonthNumber } from "~/server/resources/shared/numbers";
import { judgeLines, type OurLine } from "~/server/resources/statement/compare/judge";
import { ourLines } from "~/server/resources/statement/compare/ours";
import type { TheirLine } from "~/server/resources/statement/compare/read-lines";
import { type Due, dueLines } from "~/server/resources/statement/statement/due";
import { day, minute } from "../shared/calendar";
import { stamps } from "../shared/rows";
import type { Writing } from "../terms";

/** In turn, so that every state occurs; most are paid. */
const turns: readonly StatementStatus[] = [
  ...(["paid", "sent", "paid", "paid", "confirmed", "paid", "paid", "invoiced", "paid"] as const),
  ...(["paid", "draft", "paid", "paid", "disputed", "paid", "paid", "void", "paid"] as const),
];
const order = ["draft", "sent", "disputed", "confirmed", "invoiced", "paid"] as const;
/** So many are made (domain G.2). */
const most = 46;

/** Statements of what agents are owed (domain G.2), in all states; what is paid settles its reports. Comes after the deals, whose bills it reads. */
export async function writeStatements({ tx, calendar: { now }, staff, files }: Writing): Promise<void> {
  const payerId = found(staff.find(({ email }) => email === "finance@demo.test")).id;
  const agents = await tx
    .selectDistinct({ agent })
    .from(agent)
    .innerJoin(deal, eq(deal.agent_id, agent.id))
    .where(and(isNotNull(deal.clue_id), inArray(deal.status, ["contracted", "completed"])))
    .orderBy(agent.id);
  const writeOne = async (
    of: typeof agent.$inferSelect,
    lines: readonly Due[],
    turn: number,
    status: StatementStatus,
  ) => {
    const dueDays = lines.map(({ due_at }) => due_at).sort();
    const [head, first, last] = [found(lines[0]), found(dueDays[0]), found(dueDays.at(-1))];
    const reached = (step: (typeof order)[number]) => status !== "void" && order.indexOf(status) >= order.indexOf(step);
    const [isConfirmed, isInvoiced, isPaid] = [reached("confirmed"), reached("invoiced"), status === "paid"];
    // Some days after the last of it was due, each step a day.
    const begun = Math.min(Date.parse(`${last}T10:00:00+08:00`) + 3 * day, now - 4 * 3_600_000);
    const step = Math.max(0, Math.min(day, (now - begun) / 6));
    const at = (steps: number) => isoInstant(begun + steps * step);
    const total = signedSum("0.00", ...lines.map(({ amount }) => amount));
    const paper = (word: string, name: string, steps: number, scene: "statement" | "voucher" = "statement") => {
      const by = scene === "voucher" ? payerId : of.manager_id;
      return files.addPaper({ scene, word, name, by, at: begun + steps * step });
    };
    const proof = isConfirmed ? [paper("CONFIRMATION", "对账确认函.pdf", 2)] : [];
    const invoice = isInvoiced ? paper("INVOICE", "发票.pdf", 3) : null;
    const voucher = isPaid ? [paper("TRANSFER", "付款回单.pdf", 4, "voucher")] : [];
    await files.put({ tx });
    const [row] = await tx
      .insert(accountStatement)
      .values({
        statement_no: await nextMonthNumber(tx, "DZ", new Date(begun)),
        // Each a statement of its own, whatever the agent's period is.
        ...{ agent_id: of.id, settle_cycle: "per_deal", period_from: first, period_to: last },
        ...{ currency: head.currency, item_count: lines.length, status, sent_at: reached("sent") ? at(1) : null },
        ...{ total_amount: total, adjust_total: "0.00", tax_amount: "0.00", payable_total: total },
        ...{ proof_ids: proof, invoice_media_id: invoice, voucher_ids: voucher },
        ...(isConfirmed ? { confirm_by: of.contact_name, confirmed_at: at(2) } : {}),
        dispute_note: status === "disputed" ? "应结金额与合同约定比例不一致，请核对" : null,
        ...(isInvoiced ? { invoice_no: `INV${202_600_000 + turn}`, invoice_amount: total } : {}),
        ...(isPaid ? { paid_at: dayOf(at(4)), paid_by: payerId } : {}),
        void_reason: status === "void" ? "成交变更，重新生成" : null,
        ...{ created_by: of.manager_id, updated_by: of.manager_id, created_at: at(0), updated_at: at(4) },
      })
      .returning();
    const items = lines.map((line, index) => ({
      ...{ ...line, statement_id: found(row).id, no: index + 1, is_live: status !== "void" },
      rate: line.rate === null ? null : String(line.rate),
    }));
    await tx.insert(statementItem).values(items);
  };
  let turn = 0;
  for (const { agent: of } of agents) {
    const due = await dueLines(tx, { agent_id: of.id, period_from: "2000-01-01", period_to: dayOf(new Date(now)) });
    for (const lines of inStatements(due, turn)) {
      // The rest stays due: a user can make a statement of it.
      if (turn === most) break;
      const status = turns[turn % turns.length] ?? "draft";
      turn++;
      await writeOne(of, lines, turn, status);
    }
  }
  const { rows } = await tx.execute<{ deal_id: number }>(sql`
    update billing b set statement_id = s.id, status = case when is_paid then 'confirmed' else b.status end, method = case when is_paid then 'bank' else b.method end,
      paid_at = coalesce(s.paid_at, b.paid_at), paid_amount = case when is_paid then i.amount + i.adjust_amount else b.paid_amount end,
      voucher_ids = case when is_paid then s.voucher_ids else b.voucher_ids end, confirmed_by = coalesce(s.paid_by, b.confirmed_by), confirmed_at = case when is_paid then s.updated_at else b.confirmed_at end
    from statement_item i join (select *, status = 'paid' as is_paid from account_statement) s on s.id = i.statement_id
    where i.billing_id = b.id and i.is_live returning b.deal_id::int`);
  for (const id of new Set(rows.map(({ deal_id }) => deal_id))) await refreshTotals({ db: tx }, id);
}

function inStatements(due: readonly Due[], turn: number): Due[][] {
  const groups: Due[][] = [];
  for (const currency of new Set(due.map((line) => line.currency))) {
    const own = due.filter((line) => line.currency === currency && line.kind === "commission");
    while (own.length > 0) groups.push(own.splice(0, (turn + groups.length) % 2 === 0 ? 2 : 1));
  }
  return groups;
}

const count = 6;
const columns = [
  ...(["estate", "building", "unit", "customer", "signed_at", "price", "amount", "deduction", "remark"] as const),
];
const headings = Object.fromEntries(columns.map((name) => [name, compareFields[name]]));

/** Comparisons with what developers say they owe (开发商对账): each agrees in most lines, and differs in one way or another. */
export async function writeCompares({ tx, calendar, staff, files }: Writing): Promise<void> {
  const { now } = calendar;
  const by = found(staff.find(({ email }) => email === "channel_manager@demo.test")).id;
  const { rows } = await tx.execute<{ developer: string; period: string; currency: string }>(sql`
    select e.developer, to_char(b.due_at, 'YYYY-MM') as period, b.currency
    from billing b join deal d on d.id = b.deal_id join estate e on e.id = d.estate_id
    where b.type = 'dev_commission' and b.status <> 'void' and e.developer <> '' and b.due_at <= ${isoInstant(now).slice(0, 10)}
    group by 1, 2, 3 order by count(*) desc, 2, 1, 3 limit ${count}`);
  for (const [turn, about] of rows.entries()) {
    const { developer, period } = about;
    const ours = await ourLines(tx, about);
    const own = ours.filter(({ months, is_cancelled }) => months.includes(period) && !is_cancelled);
    const theirs = said(own, turn);
    const at = Math.min(now - 60 * minute, Date.parse(`${period}-01T10:00:00+08:00`) + 35 * day);
    const paper = { scene: "statement" as const, name: `${developer}${period}佣金结算.xlsx`, by, at };
    const media_id = files.addSheet(paper, await sheetOf(theirs, at));
    await files.put({ tx });
    const [head] = await tx
      .insert(developerCompare)
      .values({ ...about, media_id, headings, ...stamps(at, by) })
      .returning();
    const lines = judgeLines(theirs, ours, period).map((line, index) => {
      const decision: (typeof developerCompareRow.$inferInsert)["decision"] =
        line.result === "match" ? "accepted" : (turn + index) % 2 === 0 ? "open" : "disputed";
      const isDecided = decision === "disputed";
      return {
        ...{ compare_id: found(head).id, n: index + 1, ...line, decision, note: isDecided ? "已请对方核对" : null },
        ...{ decided_by: isDecided ? by : null, decided_at: isDecided ? isoInstant(at + 30 * minute) : null },
      };
    });
    await insertRows(tx, developerCompareRow, lines);
  }
}

/** What a developer says of our lines: of the first something else in turn, the others as they are. */
function said(ours: readonly OurLine[], turn: number): TheirLine[] {
  const lines = ours.map(
    ({ estate, building, unit, customer, amount, price, signed_at }, index): TheirLine => ({
      ...{ row: index + 2, estate, building, unit, customer, amount, price, signed_at },
      ...{ tax: null, deduction: null, remark: null },
    }),
  );
  const [first, ...others] = lines;
  if (!first) return [];
  const part = `${ratio([first.amount], ["10"], 0)}.00`;
  const variants: TheirLine[][] = [
    lines,
    [{ ...first, amount: signedSum(first.amount, `-${part}`), remark: "按约定下调" }, ...others],
    [{ ...first, deduction: part, remark: "扣营销费用" }, ...others],
    [{ ...first, signed_at: first.signed_at && otherDay(first.signed_at) }, ...others],
    [...lines, { ...first, row: lines.length + 2, building: "Z座", unit: "9901", customer: "外部客户" }],
    others,
  ];
  return found(variants[turn % variants.length]);
}

/** Another day of the same month. */
const otherDay = (date: string) => date.replace(/..$/, (of) => (of === "01" ? "02" : "01"));

async function sheetOf(lines: readonly TheirLine[], at: number): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  // Else it is of the moment at which the demo is made, and of another length each time.
  Object.assign(book, { created: new Date(at), modified: new Date(at) });
  const sheet = book.addWorksheet("佣金结算");
  sheet.addRow(Object.values(headings));
  for (const line of lines) sheet.addRow(columns.map((name) => line[name] ?? ""));
  return new Uint8Array(await book.xlsx.writeBuffer());
}
