import { and, eq, isNull, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import { estate as contract, type EstateBrief } from "~/contract/house/estate";
import { type AuditAction, auditActions } from "~/contract/house/estate-audit";
import { estate } from "~/server/database/tables/house/estate";
import { found, refuse, type SignedCall, setRow } from "~/server/lib/call";
import { changedBy, isPresent } from "~/server/lib/entity";
import { listOf } from "~/server/lib/list";
import { toOption } from "~/server/lib/option-values";
import { serve, serveAct, serveNull } from "~/server/lib/serve";
import { nameEstates, searchEstates } from "../shared/estates";
import { metresBetween, squareAround } from "./distance";
import { auditEstate, type Estate, lockEstate } from "./estate/facts";
import { estateOrder, estateRows, shownRows } from "./estate/list";
import { dropProposal } from "./estate/proposal";
import { flagEstate, publishEstate, takeOffline } from "./estate/publish";
import { briefsOf, estateOf, rowColumns, toEstateRows } from "./estate/view";
import { addEstate, changeEstate, removeEstate } from "./estate/write";
import { end, fileCreate, pendingOf } from "./estate-audit/file";

const mostMetres = 3_000;
/** How far prices may lie apart. */
const [least, most] = ["0.7", "1.3"];
const mostShown = 6;
/** Of a district that has very many, the newest. */
const mostRead = 500;

/** Other estates for a customer who likes this one: near it or in its district, of its kind and price; the nearest first. */
async function similarEstates(call: SignedCall, id: number): Promise<EstateBrief[]> {
  const { db } = call;
  const [selected] = await db.select().from(estate).where(isPresent(estate, id));
  const own = found(selected);
  // Of a draft that does not say what it is, nothing is known to be like it.
  if (own.property_type === null || own.price_min === null) return [];
  const rows = await db
    .select({ id: estate.id, lat: estate.lat, lng: estate.lng })
    .from(estate)
    .where(
      and(
        isNull(estate.deleted_at),
        ne(estate.id, id),
        eq(estate.audit_status, "approved"),
        notInArray(estate.sale_status, ["sold_out", "ended"]),
        eq(estate.country_code, own.country_code),
        eq(estate.property_type, own.property_type),
        isOfPrice(own),
        or(eq(estate.district_id, own.district_id), squareAround(estate, own, mostMetres)),
      ),
    )
    .orderBy(sql`${estate.created_at} desc`, sql`${estate.id} desc`)
    .limit(mostRead);
  const byDistance = rows
    .map((row) => ({ id: row.id, metres: metresBetween(own, row) ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => a.metres - b.metres);
  return briefsOf(
    call,
    byDistance.slice(0, mostShown).map((row) => row.id),
  );
}

/** Its price compared in CNY; without a rate, only with those in the same currency. */
function isOfPrice(own: typeof estate.$inferSelect): SQL | undefined {
  const { price_min_cny, price_max_cny, price_min, price_max, currency } = own;
  if (price_min_cny !== null && price_max_cny !== null)
    return sql`${estate.price_max_cny} >= ${price_min_cny}::numeric * ${least}::numeric
      and ${estate.price_min_cny} <= ${price_max_cny}::numeric * ${most}::numeric`;
  return sql`${estate.currency} = ${currency} and ${estate.price_max} >= ${price_min}::numeric * ${least}::numeric
    and ${estate.price_min} <= ${price_max}::numeric * ${most}::numeric`;
}

export const estateHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, user } = call;
    const where = sql`${and(await estateRows(db, query), shownRows(user, query))}`;
    const page = await listOf(db, query, {
      ...{ select: db.select(rowColumns).from(estate).$dynamic(), from: estate, isApplied: true },
      ...{ where, order: estateOrder(query.sort) },
    });
    return { ...page, list: await toEstateRows(call, page.list) };
  }),

  serve(contract.options, async ({ db, query: { keyword, ids } }) =>
    (await (ids?.length ? nameEstates(db, ids) : searchEstates(db, { keyword }))).map(toOption),
  ),

  serve(contract.get, (call) => estateOf(call, call.params.id)),
  serve(contract.similar, (call) => similarEstates(call, call.params.id)),

  serveAct(contract.submit, estateOf, async (call, id) => fileCreate(call, await lockEstate(call, id))),

  serveAct(contract.withdraw, estateOf, async (call, id) => withdraw(call, await lockEstate(call, id))),

  serve(contract.create, async (call) => {
    const { id, estate_no } = await addEstate(call, call.body);
    return { id, estate_no };
  }),

  serveAct(contract.update, estateOf, changeEstate),

  serveNull(contract.remove, removeEstate),

  serveAct(contract.flag, estateOf, flagEstate),

  serveAct(contract.publish, estateOf, publishEstate),

  serveAct(contract.unpublish, estateOf, async (call, id, body) =>
    takeOffline(call, await lockEstate(call, id), body.reason),
  ),
];

/** Takes back what waits for its review: a new estate is a draft again, a change is dropped. The estate is locked. */
async function withdraw(call: SignedCall, row: Estate): Promise<void> {
  const { db } = call;
  const waiting = (await pendingOf(db, row.id)) ?? refuse(40902);
  await end(call, waiting);
  if (waiting.action === "create")
    await setRow(db, estate, row.id, {
      ...{ audit_status: "draft", submitted_at: null, version: row.version + 1 },
      ...changedBy(call),
    });
  if (waiting.action === "update") await dropProposal(db, row);
  const what = auditActions[waiting.action as AuditAction];
  await auditEstate(call, row, {
    summary: `撤回${what}审核 ${row.estate_no} ${row.name}（${waiting.audit_no}）`,
    touches: [{ type: "estate_audit", id: waiting.id }],
  });
}
