import { eq } from "drizzle-orm";
import { mostCompareRows } from "~/contract/clue/developer-compare";
import { media } from "~/server/database/tables/system/system";
import { found, refuseFields } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { storageOf } from "~/server/lib/media";
import { randomToken } from "~/server/lib/seal";
import type { SignedCall } from "~/server/lib/services";
import { SheetError } from "~/server/lib/sheet-reader/sheet-error.mjs";
import { readSheet } from "~/server/lib/sheet-reader/sheet-reader";
import type { SheetRow } from "~/server/resources/shared/import/columns";
import { formatOf } from "~/server/resources/shared/import/import-file";
import { checkFiles } from "../statement/acts";

const at = { field: "media_id", label: "对账文件" };
/** Titles above the headings, sums below the lines. */
const beside = 60;
/** A developer's sheet that the caller has sent: its name and its rows, the headings among them. Ends the request with a complaint on the file. */
export async function sheetOf(call: SignedCall, mediaId: number): Promise<{ name: string; rows: SheetRow[] }> {
  const { db, services } = call;
  await checkFiles(call, "statement", [mediaId], at);
  const [row] = await db.select().from(media).where(eq(media.id, mediaId));
  const { key, name, size, scene } = found(row);
  const { storage } = services;
  // A thread reads it from the folder; where it is kept it may be sealed, or in a bucket.
  const copy = `import/${dayOf(services.now()).slice(0, 7)}/${randomToken()}`;
  await storage.write(copy, found(await storageOf(services, scene).read(key)), size + 1);
  try {
    const format = await formatOf({ storage }, copy);
    const rows: SheetRow[] = [];
    for await (const part of readSheet(storage.placeOf(copy), format, { rows: mostCompareRows + beside }))
      rows.push(...part.rows);
    if (rows.length === 0) throw new SheetError("文件中没有数据");
    return { name, rows };
  } catch (error) {
    return complain(error);
  } finally {
    await storage.remove(copy);
  }
}

/** What is wrong with a file is said at its field. */
export function complain(error: unknown): never {
  if (error instanceof SheetError) return refuseFields([{ ...at, message: error.message }]);
  throw error;
}
