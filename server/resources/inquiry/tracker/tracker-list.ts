import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { type tracker as contract, TrackerDetail, TrackerRow } from "~/contract/inquiry/tracker";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { currency } from "~/server/database/tables/region/geography";
import { user as userTable } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { isPresent } from "~/server/lib/entity";
import { orderOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { rowOf } from "~/server/lib/row";
import { includesText } from "~/server/lib/search";
import { readSettings } from "~/server/lib/settings";
import { figureOf, figuresOf, rowFigures, type Span, spanOf } from "./figures";
import { linkOf } from "./link";
import { inquiriesOf } from "./uses";

type Query = z.output<typeof contract.list.query>;
export type Tracker = typeof tracker.$inferSelect;

export function trackerRows({ keyword, platform, channel, page_type, status, owner_id }: Query): SQL {
  return sql`${and(
    isNull(tracker.deleted_at),
    keyword ? matches(keyword) : undefined,
    platform?.length ? inArray(tracker.platform, platform) : undefined,
    channel?.length ? inArray(tracker.channel, channel) : undefined,
    page_type?.length ? inArray(tracker.page_type, page_type) : undefined,
    status?.length ? inArray(tracker.status, status) : undefined,
    owner_id ? eq(tracker.owner_id, owner_id) : undefined,
  )}`;
}

const matches = (keyword: string): SQL =>
  sql`(strpos(${tracker.code}, ${keyword.toLowerCase()}) > 0 or ${includesText(tracker.name, keyword)})`;

export const trackerOrder = (sort: Query["sort"], span: Span): SQL =>
  orderOf(
    {
      created_at: tracker.created_at,
      code: tracker.code,
      name: tracker.name,
      pv: figureOf("pv", span),
      uv: figureOf("uv", span),
      inquiry_count: figureOf("inquiry_count", span),
    },
    sort,
    tracker.id,
  );

export async function toTrackerRows(
  { db, user }: SignedCall,
  rows: readonly Tracker[],
  span: Span,
): Promise<TrackerRow[]> {
  const ids = rows.map(({ id }) => id);
  const figures = await figuresOf(db, ids, span);
  const inquiries = await inquiriesOf(db, ids);
  const digits = await digitsOf(db, rows);
  const owners = await ownersOf(db, rows);
  const { "site.desk_base": base } = await readSettings(db);
  const mayManage = user.permissions.has("inquiry:tracker:manage");
  return rows.map((row) => {
    const { id, currency: code3, status } = row;
    const isEnabled = status === "enabled";
    return rowOf(TrackerRow, row, {
      link: linkOf(row, base),
      ...rowFigures(row, figures.get(id), span, digits.get(code3) ?? 2),
      currency: code3,
      owner: owners.get(row.owner_id) ?? null,
      can: {
        edit: mayManage,
        enable: mayManage && !isEnabled,
        disable: mayManage && isEnabled,
        delete: mayManage && !inquiries.has(id),
      },
    });
  });
}

async function digitsOf(db: SignedCall["db"], rows: readonly Tracker[]): Promise<Map<string | null, number>> {
  const codes = [...new Set(rows.flatMap(({ currency: code }) => code ?? []))];
  if (codes.length === 0) return new Map();
  const known = await db
    .select({ code: currency.code, digits: currency.digits })
    .from(currency)
    .where(inArray(currency.code, codes));
  return new Map(known.map(({ code, digits }) => [code, digits]));
}

async function ownersOf(db: SignedCall["db"], rows: readonly Tracker[]) {
  const ids = [...new Set(rows.flatMap(({ owner_id }) => owner_id ?? []))];
  if (ids.length === 0) return new Map<number | null, { id: number; name: string }>();
  const people = await db
    .select({ id: userTable.id, name: userTable.name })
    .from(userTable)
    .where(inArray(userTable.id, ids));
  return new Map<number | null, { id: number; name: string }>(people.map((one) => [one.id, one]));
}

/** One tracking point with everything that its form shows; its numbers are those of the last thirty days. */
export async function trackerOf(call: SignedCall, id: number): Promise<TrackerDetail> {
  const [selected] = await call.db.select().from(tracker).where(isPresent(tracker, id));
  const row = found(selected);
  return rowOf(TrackerDetail, row, {
    ...found((await toTrackerRows(call, [row], spanOf({}, call.services.now())))[0]),
  });
}
