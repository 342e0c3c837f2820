import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { clue } from "~/contract/clue/clue";
import { tracking as trackingContract } from "~/contract/customer/tracking";
import { mayCall } from "~/contract/endpoint";
import { estate as contract, EstateBrief, type EstateDetail, EstateRow } from "~/contract/house/estate";
import { estateAudit as estateAuditContract } from "~/contract/house/estate-audit";
import { EstateFields, estateTexts, ruleFields, rulePermissions } from "~/contract/house/estate-record";
import { baseCurrency } from "~/contract/region/rate";
import { inLayoutOrder } from "~/contract/shared/property";
import type { Db } from "~/server/database/database";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { estate, estateAudit, estateMansion, room } from "~/server/database/tables/house/estate";
import { album, mansion } from "~/server/database/tables/house/property";
import { currency } from "~/server/database/tables/region/geography";
import { broker } from "~/server/database/tables/system/admin";
import { media } from "~/server/database/tables/system/system";
import { columnsFor, found, type Looking, pick, rowOf, type SignedCall } from "~/server/lib/call";
import { isPresent } from "~/server/lib/entity";
import { ownedInScope } from "~/server/resources/customer/customer/list/owned-list";
import { wantsEstate } from "~/server/resources/customer/customer/list/pool-list";
import { concernsEstate, trackingScope } from "~/server/resources/customer/tracking/tracking-view";
import { districtsOf, placeOf } from "~/server/resources/shared/districts";
import { mayBeReported } from "~/server/resources/shared/estates";
import { textsForEditor } from "~/server/resources/shared/rich-texts";
import { mediaOf } from "~/server/resources/shared/upload";
import { coversOf } from "../album/album-view";
import { completenessOf } from "./completeness";
import type { Estate } from "./facts";

/** How many of the customers in the caller's scope have an estate in mind, and how many follow-ups that they see are about it; null for those who see none. */
async function interestIn({ db, user }: Pick<SignedCall, "db" | "user">, id: number) {
  const customers = db.$count(customer, sql`${ownedInScope(user)} and ${wantsEstate(id)}`);
  const counted = db
    .select({ count: sql<number>`count(*)::int` })
    .from(tracking)
    .innerJoin(customer, sql`${customer.id} = ${tracking.customer_id}`)
    .where(
      sql`${concernsEstate(id)} and ${tracking.deleted_at} is null and ${customer.deleted_at} is null and ${trackingScope(user)}`,
    );
  return {
    customer_count: user.permissions.has("customer:info:view") ? await customers : null,
    tracking_count: mayCall(user, trackingContract.list) ? ((await counted)[0]?.count ?? 0) : null,
  };
}

const { district_id, stations, allow_agent, total_units, sale_units } = estate;
export const rowColumns = {
  ...columnsFor(EstateRow, estate),
  ...{ district_id, stations, allow_agent, total_units, sale_units },
};
type RowOf = Pick<Estate, keyof typeof rowColumns>;

/** Of a whole row what a list shows: its rules and what is proposed are not for everybody. */
const listed = (row: Estate) => Object.fromEntries(Object.entries(row).filter(([name]) => name in rowColumns)) as RowOf;

export async function toEstateRows({ db, services, user }: Looking, rows: readonly RowOf[]): Promise<EstateRow[]> {
  const ids = rows.map(({ id }) => id);
  const places = await districtsOf(db, [...new Set(rows.map(({ district_id }) => district_id))]);
  const covers = await coversOf(db, services, "estate", ids);
  const waiting = await waitingOf(db, ids);
  const supplies = await suppliesOf(db, ids);
  const [mayEdit, mayPublish] = [mayCall(user, contract.update), mayCall(user, contract.publish)];
  const mayReport = mayCall(user, clue.create);
  return rows.map(({ district_id, stations, layouts, total_units, sale_units, allow_agent, ...row }) => {
    const { id, audit_status, publish_status } = row;
    const isUnsettled = audit_status === "draft" || audit_status === "rejected";
    return {
      ...row,
      district: places.find((place) => place.id === district_id)?.name ?? "",
      cover: covers.get(id) ?? null,
      nearest: stations[0] ?? null,
      layouts: inLayoutOrder(layouts),
      is_changing: waiting.get(id) === "update",
      supply: isOver(row.sale_status)
        ? null
        : (supplies.get(id) ??
          (sale_units === null || !total_units ? null : { available: sale_units, total: total_units })),
      can: {
        edit: mayEdit && audit_status !== "pending",
        delete: mayEdit && isUnsettled && publish_status === "offline",
        submit: mayEdit && isUnsettled,
        withdraw: mayEdit && waiting.has(id),
        publish: mayPublish && audit_status === "approved" && publish_status === "offline",
        unpublish: mayPublish && publish_status === "online",
        flag: mayEdit,
        report: mayReport && mayBeReported({ ...row, allow_agent }),
      },
    };
  });
}

const isOver = (saleStatus: string | null) => saleStatus === "sold_out" || saleStatus === "ended";

/** How many flats of each estate are for sale, of how many: of those whose live layouts say both. */
async function suppliesOf(db: Db, ids: readonly number[]): Promise<Map<number, NonNullable<EstateRow["supply"]>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: room.estate_id,
      available: sql<number | null>`sum(${room.available_count})::int`,
      total: sql<number | null>`sum(${room.total_count})::int`,
    })
    .from(room)
    .where(and(inArray(room.estate_id, [...ids]), eq(room.is_proposed, false)))
    .groupBy(room.estate_id);
  return new Map(
    rows.flatMap(({ id, available, total }) =>
      available === null || total === null || total < available ? [] : [[id, { available, total }]],
    ),
  );
}

async function waitingOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { estate_id, action, status } = estateAudit;
  const rows = await db
    .select({ estate_id, action })
    .from(estateAudit)
    .where(and(inArray(estate_id, [...ids]), eq(status, "pending")));
  return new Map(rows.map((row) => [row.estate_id, row.action]));
}

/** Estates in a few words, in the order of their numbers; deleted ones are absent. */
export async function briefsOf(call: Looking, ids: readonly number[]): Promise<EstateBrief[]> {
  if (ids.length === 0) return [];
  const rows = await pick(call.db, estate, rowColumns, and(inArray(estate.id, [...ids]), isNull(estate.deleted_at)));
  const briefs = new Map((await toEstateRows(call, rows)).map((row) => [row.id, briefOf(row)]));
  return ids.flatMap((id) => briefs.get(id) ?? []);
}

const briefOf = (row: EstateRow): EstateBrief => rowOf(EstateBrief, row, {});

export async function estateOf(call: Looking, id: number): Promise<EstateDetail> {
  const { db, user } = call;
  const [selected] = await db.select().from(estate).where(isPresent(estate, id));
  const row = found(selected);
  const [shown] = await toEstateRows(call, [listed(row)]);
  const mansions = await mansionsOf(db, id);
  const { facts, rules } = factsOf(row);
  const isEditor = mayCall(user, contract.update);
  return {
    ...facts,
    ...(await textsForEditor(call, facts, estateTexts)),
    ...found(shown),
    mansion_ids: mansions.map((one) => one.id),
    rules: rulePermissions.some((code) => user.permissions.has(code)) ? rules : null,
    rate: await rateOf(db, row.currency),
    place: await placeOf(db, row.district_id),
    mansions,
    broker: await brokerOf(db, row.broker_id),
    brochure: await brochureOf(call, row.brochure_id),
    video_id: await filmOf(db, id),
    view_count: row.view_count,
    ...(await roomFigures(db, id)),
    ...(await interestIn(call, id)),
    inquiry_count: user.permissions.has("inquiry:inquiry:view") ? row.inquiry_count : null,
    clue_count: user.permissions.has("clue:clue:view") ? row.clue_count : null,
    deal_count: user.permissions.has("deal:deal:view") ? row.deal_count : null,
    published_at: row.published_at,
    offline_reason: row.offline_reason,
    completeness: isEditor ? await completenessOf(db, row) : [],
    review: isEditor || mayCall(user, estateAuditContract.list) ? await reviewOf(db, id) : null,
    proposed: isEditor ? row.proposed : null,
  };
}

async function rateOf(db: Db, code: string): Promise<EstateDetail["rate"]> {
  if (code === baseCurrency) return null;
  const [row] = await db
    .select({ to_cny: currency.rate_to_cny, at: currency.rate_at })
    .from(currency)
    .where(eq(currency.code, code));
  return row ?? null;
}

async function roomFigures(db: Db, estateId: number): Promise<Pick<EstateDetail, "room_count" | "of_rooms">> {
  const many = sql`greatest(coalesce(${room.total_count}, 1), 1)`;
  const [row] = await db
    .select({
      room_count: sql<number>`count(*)::int`,
      unit_price_avg: sql<string | null>`round(sum((${room.price_min} + ${room.price_max}) / 2 * ${many})
        / nullif(sum(${room.area_sqm}::numeric * ${many}), 0), 2)::text`,
      available: sql<number | null>`sum(${room.available_count})::int`,
    })
    .from(room)
    .where(and(eq(room.estate_id, estateId), eq(room.is_proposed, false)));
  const { room_count, ...of_rooms } = found(row);
  return { room_count, of_rooms };
}

async function reviewOf(db: Db, estateId: number): Promise<EstateDetail["review"]> {
  const { id, audit_no, action, status, submitter_name, submitted_at, sla_due_at } = estateAudit;
  const { reject_reason, reject_note, estate_id } = estateAudit;
  const [row] = await db
    .select({
      ...{ id, audit_no, action, status, submitter: submitter_name, submitted_at, sla_due_at },
      ...{ reject_reason, reject_note },
    })
    .from(estateAudit)
    .where(eq(estate_id, estateId))
    .orderBy(desc(submitted_at), desc(id))
    .limit(1);
  return row && ["pending", "rejected"].includes(row.status) ? row : null;
}

type Facts = Omit<z.output<typeof EstateFields>, (typeof ruleFields)[number]>;

function factsOf(row: Estate): { facts: Facts; rules: NonNullable<EstateDetail["rules"]> } {
  const filled = Object.entries(row).filter(([name]) => name in EstateFields.shape);
  const isRule = ([name]: [string, unknown]) => ruleFields.some((rule) => rule === name);
  // The columns take any text; what they hold has passed these fields.
  return {
    facts: Object.fromEntries(filled.filter((entry) => !isRule(entry))) as Facts,
    rules: Object.fromEntries(filled.filter(isRule)) as NonNullable<EstateDetail["rules"]>,
  };
}

const mansionsOf = (db: Db, id: number) =>
  db
    .select({ id: mansion.id, name: mansion.name, mansion_no: mansion.mansion_no })
    .from(estateMansion)
    .innerJoin(mansion, eq(mansion.id, estateMansion.mansion_id))
    .where(and(eq(estateMansion.estate_id, id), isNull(mansion.deleted_at)))
    .orderBy(mansion.id);

async function brokerOf(db: Db, id: number | null) {
  if (id === null) return null;
  const [row] = await db.select({ id: broker.id, name: broker.name }).from(broker).where(eq(broker.id, id));
  return row ?? null;
}

/** Everyone who sees the estate may read it: the address is valid for some minutes. */
async function brochureOf({ db, services }: Looking, id: number | null) {
  if (id === null) return null;
  const { name, mime, size, scene } = media;
  const [row] = await db.select({ id: media.id, name, mime, size, scene }).from(media).where(eq(media.id, id));
  return row ? { id: row.id, name: row.name, url: mediaOf(services, row).url } : null;
}

async function filmOf(db: Db, id: number): Promise<number | null> {
  const [row] = await db
    .select({ id: album.media_id })
    .from(album)
    .innerJoin(media, eq(media.id, album.media_id))
    .where(and(eq(album.owner_type, "estate"), eq(album.owner_id, id), eq(media.kind, "video")))
    .orderBy(album.sort, album.id)
    .limit(1);
  return row?.id ?? null;
}
