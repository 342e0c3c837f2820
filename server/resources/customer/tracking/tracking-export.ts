import { sql } from "drizzle-orm";
import type { z } from "zod";
import { levels, stages } from "~/contract/customer/customer-record";
import { tracking as contract, TrackingRow, trackingTypes } from "~/contract/customer/tracking";
import { metaOf } from "~/contract/field";
import { type Cell, columnOf } from "~/contract/sheet";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { choiceLabel, lookUp, spelledOut } from "~/server/lib/dictionary";
import { readSettings, type Settings } from "~/server/lib/settings";
import { inOrder, sendRows } from "~/server/resources/shared/export/send";
import { trackingIds } from "./tracking-list";
import { selectTrackings, toTrackings } from "./tracking-view";

type Words = Readonly<Record<string, string>>;

const wordIn = (words: Words, value: string | null): string => (value === null ? "" : (words[value] ?? value));
const move = (words: Words, before: string | null, after: string | null): Cell =>
  after === null || after === before ? null : `${wordIn(words, before)} → ${wordIn(words, after)}`;

const cells: Record<string, (row: TrackingRow) => Cell> = {
  tracked_at: (row) => row.tracked_at,
  customer_no: (row) => row.customer_no,
  customer: (row) => row.customer.name,
  type: (row) => wordIn(trackingTypes, row.type),
  direction: (row) => wordIn(metaOf(TrackingRow.shape.direction).options ?? {}, row.direction),
  result: (row) => row.result,
  content: (row) => row.content,
  stage_after: (row) => move(stages, row.stage_before, row.stage_after),
  level_after: (row) => move(levels, row.level_before, row.level_after),
  estates: (row) => row.estates.map(({ name }) => name).join("、"),
  next_at: (row) => row.next_at,
  duration_min: (row) => row.duration_min,
  user: (row) => row.user.name,
  is_valid: (row) => (row.is_valid ? "是" : "否"),
};
const columns = Object.keys(cells).map((name) =>
  columnOf(TrackingRow.shape[name as keyof typeof TrackingRow.shape], name),
);

export async function exportTrackings(
  call: SignedCall,
  query: z.output<typeof contract.export.query>,
): Promise<FileReply> {
  const { db, user } = call;
  const reason = await choiceLabel(call, contract.export.query, "reason", query.reason);
  const settings = await readSettings(db);
  const limit = settings["export.max_rows"];
  const ids = await trackingIds(db, query, user, limit + 1);
  return sendRows(call, limit, {
    ...{ endpoint: contract.export, module: "customer", name: "跟进记录", ids, query, reason, columns },
    rows: (part) => readChunk(call, settings, part),
  });
}

/** Rows that have gone out of sight meanwhile are left out. */
async function readChunk(call: SignedCall, settings: Settings, ids: number[]): Promise<Cell[][]> {
  const rows = await selectTrackings(call.db, call.user).where(
    sql`${tracking.id} = any(${sql.param(ids)}::bigint[]) and ${tracking.deleted_at} is null and ${customer.deleted_at} is null`,
  );
  const seen = rows.filter((row) => row.isInScope);
  const list = await toTrackings(
    call,
    settings,
    inOrder(ids, seen, (row) => row.tracking.id),
  );
  const dictionary = await lookUp(call, TrackingRow, ...list);
  return list.map((row) => {
    const { result } = spelledOut(dictionary, TrackingRow, row);
    return Object.values(cells).map((cell) => cell({ ...row, result: typeof result === "string" ? result : null }));
  });
}
