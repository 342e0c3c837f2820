import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { batch, batchRow, media } from "~/server/database/tables/system/system";
import type { Company } from "../company";

/** Files, comments, messages, bulk acts and the day's counters. */
export async function writeShared(tx: Transaction, made: Company): Promise<void> {
  await insertRows(
    tx,
    media,
    made.files.map(({ row }) => row),
  );
  await insertRows(tx, batch, made.batches);
  await insertRows(tx, batchRow, made.batchedRows);
}
