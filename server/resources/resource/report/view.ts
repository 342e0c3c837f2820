import { eq, inArray } from "drizzle-orm";
import { ReportDetail, ReportRow, ReportWhole } from "~/contract/resource/report";
import { report } from "~/server/database/tables/resource/resource";
import { media } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { found } from "~/server/lib/refusal";
import { rowOf } from "~/server/lib/row";
import { presentItem, withValues } from "~/server/resources/content/drafted";
import { figuresOf } from "~/server/resources/content/figures";
import type { Values } from "~/server/resources/content/kind";
import { lifeDetailOf, livesOf } from "~/server/resources/content/view";
import { placeNames } from "~/server/resources/shared/place-names";
import { mediaOf, pictureUrl } from "~/server/resources/shared/upload";

export type Report = typeof report.$inferSelect;

export async function toReportRows(call: SignedCall, rows: readonly Report[]): Promise<ReportRow[]> {
  const { db, services } = call;
  const life = await livesOf(call, "report", rows, ReportWhole);
  const places = await placeNames(db, rows);
  const figures = await figuresOf(
    db,
    "report",
    rows.map(({ id }) => id),
  );
  const fileIds = rows.flatMap(({ file_id }) => file_id ?? []);
  const files = fileIds.length
    ? await db.select({ id: media.id, pages: media.pages }).from(media).where(inArray(media.id, fileIds))
    : [];
  return rows.map((row) => {
    const { inquiries, deals } = figures(row.id);
    return rowOf(ReportRow, row, {
      ...life(row),
      cover: row.cover_id ? pictureUrl(services, row.cover_id, "thumb") : null,
      district: places(row.district_id),
      pages: files.find(({ id }) => id === row.file_id)?.pages ?? null,
      inquiry_count: inquiries,
      deal_count: deals,
    });
  });
}

export async function reportOf(call: SignedCall, id: number, values: Values = {}): Promise<ReportDetail> {
  const { db, services } = call;
  const row: Report = withValues(await presentItem(db, report, id), values);
  const [shown] = await toReportRows(call, [row]);
  const { file_id } = row;
  const [file] = file_id ? await db.select().from(media).where(eq(media.id, file_id)) : [];
  return rowOf(ReportDetail, row, {
    ...found(shown),
    ...(await lifeDetailOf(call, "report", row)),
    file: file ? { ...mediaOf(services, file), pages: file.pages } : null,
  });
}
