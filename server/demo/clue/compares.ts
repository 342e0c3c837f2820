import { sql } from "drizzle-orm";
import ExcelJS from "exceljs";
import { compareFields } from "~/contract/clue/statement-kinds";
import { ratio, signedSum } from "~/contract/decimal";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { developerCompare, developerCompareRow } from "~/server/database/tables/clue/statement";
import { isoInstant } from "~/server/database/tables/columns";
import { found } from "~/server/lib/call";
import { judgeLines, type OurLine } from "~/server/resources/statement/compare/judge";
import { ourLines } from "~/server/resources/statement/compare/ours";
import type { TheirLine } from "~/server/resources/statement/compare/read-lines";
import type { Company } from "../company";
import type { Papers } from "../deal/papers";
import { day, minute } from "../shared/calendar";
import { stamps } from "../shared/rows";

/** So many developers' sheets (domain G.2). */
const count = 6;
const columns = [
  ...(["estate", "building", "unit", "customer", "signed_at", "price", "amount", "deduction", "remark"] as const),
];
const headings = Object.fromEntries(columns.map((name) => [name, compareFields[name]]));
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Comparisons with what developers say they owe (开发商对账): each agrees in most lines, and differs in one way or another. */
export async function writeCompares(tx: Transaction, { calendar, staff }: Company, papers: Papers): Promise<void> {
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
    const told = ours.filter(({ months, is_cancelled }) => months.includes(period) && !is_cancelled);
    const theirs = said(told, turn);
    const at = Math.min(now - 60 * minute, Date.parse(`${period}-01T10:00:00+08:00`) + 35 * day);
    const media_id = papers.addFile(
      { scene: "statement", name: `${developer}${period}佣金结算.xlsx`, by, at },
      { bytes: await sheetOf(theirs, at), mime: sheetType },
    );
    await papers.put(tx);
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
  const ways: TheirLine[][] = [
    lines,
    [{ ...first, amount: signedSum(first.amount, `-${part}`), remark: "按约定下调" }, ...others],
    [{ ...first, deduction: part, remark: "扣营销费用" }, ...others],
    [{ ...first, signed_at: first.signed_at && `${first.signed_at.slice(0, 8)}01` }, ...others],
    [...lines, { ...first, row: lines.length + 2, building: "Z座", unit: "9901", customer: "外部客户" }],
    others,
  ];
  return found(ways[turn % ways.length]);
}

async function sheetOf(lines: readonly TheirLine[], at: number): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  // Else it is of the moment at which the demo is made, and of another length each time.
  Object.assign(book, { created: new Date(at), modified: new Date(at) });
  const sheet = book.addWorksheet("佣金结算");
  sheet.addRow(Object.values(headings));
  for (const line of lines) sheet.addRow(columns.map((name) => line[name] ?? ""));
  return new Uint8Array(await book.xlsx.writeBuffer());
}
