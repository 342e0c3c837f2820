import { and, desc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  type CompareAccept,
  type CompareColumns,
  type CompareCreate,
  type CompareDispute,
  mostCompareRows,
} from "~/contract/clue/developer-compare";
import type { Db } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { developerCompare, developerCompareRow } from "~/server/database/tables/clue/statement";
import { isoInstant } from "~/server/database/tables/columns";
import { deal } from "~/server/database/tables/deal/deal";
import { audit } from "~/server/lib/audit";
import { found, type OwnTransactionCall, pick, refuse, refuseFields, type SignedCall, setRow } from "~/server/lib/call";
import { createdBy } from "~/server/lib/entity";
import { SheetError } from "~/server/lib/sheet-reader/sheet-reader";
import { digitsOf } from "../statement/view";
import { type Headings, headingRow, headingsOf, recognised } from "./columns";
import { complain, sheetOf } from "./file";
import { judgeLines } from "./judge";
import { ourLines } from "./ours";
import { readLines } from "./read-lines";
import { seenCompare, visibleRows } from "./view";

const sampleCount = 3;

async function remembered(db: Db, developer: string): Promise<Headings | undefined> {
  const [last] = await pick(db, developerCompare, ["headings"], eq(developerCompare.developer, developer), {
    order: [desc(developerCompare.updated_at), desc(developerCompare.id)],
    limit: 1,
  });
  return last?.headings;
}

/** Recognises the columns of a sheet by their headings; the user then confirms them. */
export async function recogniseColumns(call: SignedCall, { developer, media_id }: z.output<typeof CompareColumns>) {
  const { rows } = await sheetOf(call, media_id);
  const known = await remembered(call.db, developer);
  const heading = found(headingRow(rows, known));
  const mapping = recognised(heading.cells, known);
  const below = rows.filter(({ number }) => number > heading.number);
  const shown = headingsOf(heading.cells, mapping);
  return {
    header_row: heading.number,
    headings: heading.cells,
    samples: below.slice(0, sampleCount).map(({ cells }) => cells),
    mapping,
    is_remembered:
      known !== undefined && Object.entries(known).every(([field, text]) => shown[field as keyof Headings] === text),
    row_count: below.length,
  };
}

/** Compares a developer's monthly sheet with what the house expects to receive. */
export async function createCompare(call: OwnTransactionCall, body: z.output<typeof CompareCreate>) {
  const { developer, period, currency, media_id, header_row, mapping } = body;
  const { rows, name } = await sheetOf(call, media_id);
  const heading = rows.find(({ number }) => number === header_row);
  if (!heading) return refuseFields([{ field: "header_row", label: "列名行", message: "文件中没有这一行" }]);
  const lines = await linesIn(call, body, rows);
  return call.transaction(async (db) => {
    const inside = { ...call, db };
    await makeRoom(inside, body);
    const judged = judgeLines(lines, await ourLines(db, body), period);
    const [head] = await db
      .insert(developerCompare)
      .values({
        developer,
        period,
        currency,
        media_id,
        headings: headingsOf(heading.cells, mapping),
        ...createdBy(call),
      })
      .onConflictDoNothing()
      .returning();
    const { id } = head ?? refuse(40900, { label: nameOf(body) });
    await insertRows(
      db,
      developerCompareRow,
      judged.map((row, index) => ({
        ...{ compare_id: id, n: index + 1, ...row },
        decision: row.result === "match" ? ("accepted" as const) : ("open" as const),
      })),
    );
    const differences = judged.filter(({ result }) => result !== "match").length;
    await audit(inside, {
      module: "clue",
      action: "import",
      target: { type: "developer_compare", id, name: nameOf(body) },
      summary: `开发商对账 ${nameOf(body)}：${name}，${judged.length}行，差异${differences}行`,
    });
    return { id };
  });
}

const nameOf = ({
  developer,
  period,
  currency,
}: Pick<z.output<typeof CompareCreate>, "developer" | "period" | "currency">) => `${developer} ${period} ${currency}`;

async function linesIn(
  call: SignedCall,
  { mapping, header_row, currency }: z.output<typeof CompareCreate>,
  rows: Parameters<typeof readLines>[0],
) {
  try {
    const lines = readLines(rows, header_row, mapping, await digitsOf(call.db, currency));
    if (lines.length > mostCompareRows) throw new SheetError(`一次最多对账${mostCompareRows}行，请拆分文件`);
    return lines;
  } catch (error) {
    return complain(error);
  }
}

/** One comparison for each developer, period and currency: another is refused, or replaces it on request. */
async function makeRoom(call: SignedCall, body: z.output<typeof CompareCreate>): Promise<void> {
  const { db, user } = call;
  const { developer, period, currency } = developerCompare;
  const [before] = await db
    .select()
    .from(developerCompare)
    .where(and(eq(developer, body.developer), eq(period, body.period), eq(currency, body.currency)))
    .for("update");
  if (!before) return;
  if (!body.replace) return refuse(40900, { label: nameOf(body) });
  if (before.created_by !== user.id && user.scope("statement") !== "all") return refuse(40301);
  await db.delete(developerCompareRow).where(eq(developerCompareRow.compare_id, before.id));
  await db.delete(developerCompare).where(eq(developerCompare.id, before.id));
}

type Decision = { to: "accepted"; note: string | null } | { to: "disputed"; note: string };

/** Sets the decision on a line; it can be changed later. */
async function decide(call: SignedCall, id: number, n: number, { to, note }: Decision): Promise<void> {
  const { db, user, services } = call;
  const { head } = await seenCompare(call, id);
  const [row] = await db
    .select({ row: developerCompareRow, is_visible: sql<boolean>`coalesce(${visibleRows(user)}, false)` })
    .from(developerCompareRow)
    .innerJoin(developerCompare, eq(developerCompare.id, developerCompareRow.compare_id))
    .leftJoin(deal, eq(deal.id, developerCompareRow.deal_id))
    .where(and(eq(developerCompareRow.compare_id, id), eq(developerCompareRow.n, n)));
  const { row: line, is_visible } = found(row);
  if (!is_visible) return refuse(40301);
  await setRow(db, developerCompareRow, line.id, {
    decision: to,
    note,
    decided_by: user.id,
    decided_at: isoInstant(services.now()),
  });
  await audit(call, {
    module: "clue",
    action: "update",
    target: { type: "developer_compare", id, name: nameOf(head) },
    summary: `开发商对账 ${nameOf(head)} 第${n}行（${line.estate} ${line.unit}）：${to === "accepted" ? "接受" : "有争议"}`,
    reason: note,
  });
}

/** A line's number within its comparison, which is a text in the address. */
const placeOf = (n: string): number => (/^[1-9]\d{0,5}$/.test(n) ? Number(n) : refuse(40400));

export const acceptRow = (call: SignedCall, id: number, n: string, { note }: z.output<typeof CompareAccept>) =>
  decide(call, id, placeOf(n), { to: "accepted", note });
export const disputeRow = (call: SignedCall, id: number, n: string, { note }: z.output<typeof CompareDispute>) =>
  decide(call, id, placeOf(n), { to: "disputed", note });
