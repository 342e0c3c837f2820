import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { tracker as contract, TrackerDetail, TrackerFields, TrackerRow } from "~/contract/inquiry/tracker";
import type { Db } from "~/server/database/database";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { currency } from "~/server/database/tables/region/geography";
import { user as userTable } from "~/server/database/tables/system/system";
import { type Done, eachRow, keepBatch, replyOf } from "~/server/lib/batch";
import { found, pick, refuse, refuseFields, rowOf, type SignedCall } from "~/server/lib/call";
import { entity, isPresent } from "~/server/lib/entity";
import { matching, orderOf, tablePage } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { serve, serveAct, serveNull, statusHandlers } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { centErrors, decimalText } from "~/server/resources/shared/amounts";
import { figureOf, figuresOf, rowFigures, type Span, spanOf, statsOf } from "./tracker/figures";
import { linkOf, qrFile } from "./tracker/link";

/** Those of these tracking points that have brought inquiries: they stay. */
export async function inquiriesOf(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await db.execute<{ id: string }>(sql`
    select asked.id from unnest(${sql.param([...ids])}::bigint[]) as asked(id)
    where exists (select 1 from ${inquiry} where ${inquiry.tracker_id} = asked.id)`);
  return new Set(rows.map(({ id }) => Number(id)));
}

type Query = z.output<typeof contract.list.query>;
type Tracker = typeof tracker.$inferSelect;

function trackerRows({ keyword, owner_id, ...query }: Query): SQL {
  return sql`${and(
    isNull(tracker.deleted_at),
    keyword ? matches(keyword) : undefined,
    ...matching(tracker, query, ["platform", "channel", "page_type", "status"]),
    owner_id ? eq(tracker.owner_id, owner_id) : undefined,
  )}`;
}

const matches = (keyword: string): SQL =>
  sql`(strpos(${tracker.code}, ${keyword.toLowerCase()}) > 0 or ${includesText(tracker.name, keyword)})`;

const trackerOrder = (sort: Query["sort"], span: Span): SQL =>
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

async function toTrackerRows({ db, user }: SignedCall, rows: readonly Tracker[], span: Span): Promise<TrackerRow[]> {
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
  const known = await pick(db, currency, ["code", "digits"], inArray(currency.code, codes));
  return new Map(known.map(({ code, digits }) => [code, digits]));
}

async function ownersOf(db: SignedCall["db"], rows: readonly Tracker[]) {
  const ids = [...new Set(rows.flatMap(({ owner_id }) => owner_id ?? []))];
  if (ids.length === 0) return new Map<number | null, { id: number; name: string }>();
  const people = await pick(db, userTable, ["id", "name"], inArray(userTable.id, ids));
  return new Map<number | null, { id: number; name: string }>(people.map((one) => [one.id, one]));
}

/** One tracking point with everything that its form shows; its numbers are those of the last thirty days. */
async function trackerOf(call: SignedCall, id: number): Promise<TrackerDetail> {
  const [selected] = await call.db.select().from(tracker).where(isPresent(tracker, id));
  const row = found(selected);
  return rowOf(TrackerDetail, row, {
    ...found((await toTrackerRows(call, [row], spanOf({}, call.services.now())))[0]),
  });
}

export const trackers = entity({
  table: tracker,
  module: "inquiry",
  type: "tracker",
  title: "追踪点",
  nameOf: ({ name }) => name,
  describe: ({ code, name }) => `${code} ${name}`,
  fields: TrackerFields,
  unique: "编码",
  present: trackerOf,
});

async function checked<F extends TrackerFields>(call: SignedCall, body: F, before?: Tracker): Promise<F> {
  const wrong = [
    ...(await trackers.unknownChoices(call, body, before)),
    ...(await centErrors(call.db, TrackerFields, { cost_amount: body.cost_amount }, body.currency)),
  ];
  if (wrong.length) return refuseFields(wrong);
  return { ...body, cost_amount: decimalText(body.cost_amount) };
}

async function addTracker(call: SignedCall, body: TrackerFields & { code: string }): Promise<{ id: number }> {
  const taken = await call.db.$count(tracker, and(eq(tracker.code, body.code), isNull(tracker.deleted_at)));
  if (taken > 0) return refuse(40900, { label: "编码" });
  return trackers.add(call, await checked(call, body));
}

async function changeTracker(call: SignedCall, id: number, { version, ...body }: TrackerFields & { version: number }) {
  const row = await trackers.lock(call, id, version);
  await trackers.edit(call, row, await checked(call, body, row));
}

async function removeTracker(call: SignedCall, id: number): Promise<void> {
  const row = await trackers.lock(call, id);
  if ((await inquiriesOf(call.db, [id])).size > 0) return refuse(40904, { n: "询盘" });
  await trackers.remove(call, row);
}

const kind = { act: "edit", targetType: "tracker", permission: "inquiry:tracker:manage" } as const;

export const trackerHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const span = spanOf({ from: query.stat_from, to: query.stat_to }, services.now());
    const parts = { where: trackerRows(query), order: trackerOrder(query.sort, span) };
    return tablePage(call, tracker, parts, (_, rows) => toTrackerRows(call, rows, span));
  }),

  serve(contract.get, (call) => trackerOf(call, call.params.id)),
  serve(contract.create, (call) => addTracker(call, call.body)),
  serveAct(contract.update, trackerOf, changeTracker),
  serveNull(contract.remove, removeTracker),

  ...statusHandlers(contract, trackers.turn, trackerOf),
  serve(contract.disableBatch, async (call) => {
    const rows = await eachRow(call, call.body.ids, async (one, id): Promise<Done> => {
      const { version } = await trackers.turn(one, id, "disabled");
      return { before: { status: "enabled" }, version_after: version };
    });
    return replyOf(rows, await keepBatch(call, kind, rows));
  }),

  serve(contract.stats, async (call) => {
    const { id } = await trackers.find(call, call.params.id);
    return statsOf(call.db, id, spanOf(call.query, call.services.now()));
  }),

  serve(contract.qrcode, async (call) => {
    const row = await trackers.find(call, call.params.id);
    const { "site.desk_base": base } = await readSettings(call.db);
    return qrFile(row.code, linkOf(row, base), call.query.format);
  }),
];
