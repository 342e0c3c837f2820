import { sql } from "drizzle-orm";
import ExcelJS from "exceljs";
import { compareFields } from "~/contract/clue/statement-kinds";
import { ratio, signedSum } from "~/contract/decimal";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { developerCompare, developerCompareRow } from "~/server/database/tables/clue/statement";
import { isoInstant } from "~/server/database/tables/columns";
import { found } from "~/server/lib/refusal";
import { judgeLines, type OurLine } from "~/server/resources/statement/compare/judge";
import { ourLines } from "~/server/resources/statement/compare/ours";
import type { TheirLine } from "~/server/resources/statement/compare/read-lines";
import type { Company } from "../company";
import type { Papers } from "../deal/papers";
import { day } from "../shared/calendar";

/** So many developers' sheets (domain G.2). */
const count = 6;
const columns = [
  "estate",
  "building",
  "unit",
  "customer",
  "signed_at",
  "price",
  "amount",
  "deduction",
  "remark",
] as const;
const headings = Object.fromEntries(columns.map((name) => [name, compareFields[name]]));
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Comparisons with what developers say they owe (开发商对账): each agrees in most lines, and differs in one way or another. */
export async function writeCompares(tx: Transaction, made: Company, papers: Papers): Promise<void> {
  const { now } = made.calendar;
  const { rows } = await tx.execute<{ developer: string; period: string; currency: string; by: string }>(sql`
    select e.developer, to_char(b.due_at, 'YYYY-MM') as period, b.currency,
      (select u.id from "user" u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
        where r.code = 'channel_manager' and u.status = 'enabled' order by u.id limit 1) as by
    from billing b join deal d on d.id = b.deal_id join estate e on e.id = d.estate_id
    where b.type = 'dev_commission' and b.status <> 'void' and e.developer <> '' and b.due_at <= ${isoInstant(now).slice(0, 10)}
    group by 1, 2, 3 order by count(*) desc, 2, 1, 3 limit ${count}`);
  for (const [turn, { developer, period, currency, by }] of rows.entries()) {
    const about = { developer, period, currency };
    const ours = await ourLines(tx, about);
    const theirs = said(
      ours.filter(({ months, is_cancelled }) => months.includes(period) && !is_cancelled),
      turn,
    );
    const at = Math.min(now - 3_600_000, Date.parse(`${period}-01T10:00:00+08:00`) + 35 * day);
    const media_id = papers.addFile(
      { scene: "statement", name: `${developer}${period}佣金结算.xlsx`, by: Number(by), at },
      { bytes: await sheetOf(theirs, at), mime: sheetType },
    );
    await papers.put(tx);
    const stamps = {
      created_by: Number(by),
      updated_by: Number(by),
      created_at: isoInstant(at),
      updated_at: isoInstant(at),
    };
    const [head] = await tx
      .insert(developerCompare)
      .values({ ...about, media_id, headings, ...stamps })
      .returning();
    await insertRows(
      tx,
      developerCompareRow,
      judgeLines(theirs, ours, period).map((line, index) => {
        const isOpen = line.result !== "match" && (turn + index) % 2 === 0;
        const isDecided = line.result !== "match" && !isOpen;
        return {
          ...{ compare_id: found(head).id, n: index + 1, ...line },
          decision:
            line.result === "match" ? ("accepted" as const) : isOpen ? ("open" as const) : ("disputed" as const),
          note: isDecided ? "已请对方核对" : null,
          decided_by: isDecided ? Number(by) : null,
          decided_at: isDecided ? isoInstant(at + 1_800_000) : null,
        };
      }),
    );
  }
}

/** What a developer says of our lines: of the first something else in turn, the others as they are. */
function said(ours: readonly OurLine[], turn: number): TheirLine[] {
  const lines = ours.map(
    (line, index): TheirLine => ({
      row: index + 2,
      ...{ estate: line.estate, building: line.building, unit: line.unit, customer: line.customer },
      ...{
        amount: line.amount,
        tax: null,
        price: line.price,
        deduction: null,
        signed_at: line.signed_at,
        remark: null,
      },
    }),
  );
  const [first] = lines;
  if (!first) return [];
  const part = `${ratio([first.amount], ["10"], 0)}.00`;
  const ways: (() => TheirLine[])[] = [
    () => lines,
    () => [{ ...first, amount: signedSum(first.amount, `-${part}`), remark: "按约定下调" }, ...lines.slice(1)],
    () => [{ ...first, deduction: part, remark: "扣营销费用" }, ...lines.slice(1)],
    () => [{ ...first, signed_at: first.signed_at && `${first.signed_at.slice(0, 8)}01` }, ...lines.slice(1)],
    () => [...lines, { ...first, row: lines.length + 2, building: "Z座", unit: "9901", customer: "外部客户" }],
    () => lines.slice(1),
  ];
  return found(ways[turn % ways.length])();
}

async function sheetOf(lines: readonly TheirLine[], at: number): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  // Else it is of the moment at which the demo is made, and of another length each time.
  book.created = new Date(at);
  book.modified = new Date(at);
  const sheet = book.addWorksheet("佣金结算");
  sheet.addRow(columns.map((name) => compareFields[name]));
  for (const line of lines) sheet.addRow(columns.map((name) => line[name] ?? ""));
  return new Uint8Array(await book.xlsx.writeBuffer());
}
