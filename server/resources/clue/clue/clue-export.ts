import { sql } from "drizzle-orm";
import type { z } from "zod";
import { clue as contract } from "~/contract/clue/clue";
import { ClueRow } from "~/contract/clue/clue-record";
import { maskContact } from "~/contract/mask";
import { cellOf, columnsOf } from "~/contract/sheet";
import { clue } from "~/server/database/tables/clue/clue";
import type { FileReply } from "~/server/lib/call";
import { choiceLabel } from "~/server/lib/dictionary";
import type { SignedCall } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { chosen, inOrder, sendList } from "~/server/resources/shared/export/send";
import { clueOrder, clueRows } from "./list";
import type { ClueRecord } from "./scope";
import { selectClues, toClueRows } from "./view";

const fields = [
  "clue_no",
  "customer_name",
  "phone",
  "agent",
  "account",
  "manager",
  "estate",
  "created_at",
  "expected_visit_at",
  "collision",
  "status",
  "protect_until",
  "handler",
  "reviewed_at",
  "visited_at",
] as const satisfies (keyof ClueRow)[];
export async function exportClues(call: SignedCall, query: z.output<typeof contract.export.query>): Promise<FileReply> {
  const reason = await choiceLabel(call, contract.export.query, "reason", query.reason);
  const settings = await readSettings(call.db);
  const asked = [await clueRows(call, query), chosen(clue.id, query.ids), ...whereRows(query.where, clue)];
  const where = sql.join(asked, sql` and `);
  const isFull = !settings["export.mask_phone"];
  return sendList(call, settings, {
    ...{ endpoint: contract.export, module: "clue", name: "报备", query, reason },
    columns: columnsOf(ClueRow.shape, fields),
    ...{ table: clue, where, order: clueOrder(query) },
    async rows(ids) {
      const found = await selectClues(call).where(sql`${clue.id} = any(${sql.param(ids)}::bigint[]) and ${where}`);
      const list = inOrder(ids, await toClueRows(call, found), ({ id }) => id);
      const records = new Map(found.map((one) => [one.clue.id, one.clue]));
      return list.map((row) => {
        const shown = { ...row, phone: phoneIn(row, records.get(row.id), call, isFull) };
        return fields.map((field) => cellOf(ClueRow.shape[field], shown[field]));
      });
    },
  });
}

/** In full for holders of the code for full numbers, if the setting allows it. */
function phoneIn(row: ClueRow, record: ClueRecord | undefined, { user }: SignedCall, isFull: boolean): string | null {
  if (!record || record.phone_e164 === null) return row.phone;
  if (isFull && (!row.is_masked || user.permissions.has("customer:phone:view"))) return record.phone;
  return maskContact("phone", record.phone);
}
