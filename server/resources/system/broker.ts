import { and, eq, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { shanghaiDay } from "~/contract/day";
import { BrokerDetail, BrokerFields, BrokerRow, broker as contract, licenseWarnDays } from "~/contract/system/broker";
import { estate } from "~/server/database/tables/house/estate";
import { inOrder } from "~/server/database/tables/search";
import { broker } from "~/server/database/tables/system/admin";
import { media, user } from "~/server/database/tables/system/system";
import { found, idsOf, refuse, refuseFields, rowOf, type SignedCall } from "~/server/lib/call";
import { entity, isNameTaken, isPresent } from "~/server/lib/entity";
import { matching, orderOf, tablePage } from "~/server/lib/list";
import { dropMedia } from "~/server/lib/media";
import { readPhone } from "~/server/lib/phone";
import { includesText, matchesContact } from "~/server/lib/search";
import { serve, serveAct, statusHandlers } from "~/server/lib/serve";
import { nextNumber } from "~/server/resources/shared/numbers";
import { pictureUrl } from "~/server/resources/shared/upload";

type Query = z.output<typeof contract.list.query>;

async function estateCounts(db: SignedCall["db"], ids: readonly number[]): Promise<Map<number | null, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: estate.broker_id, count: sql<number>`count(*)::int` })
    .from(estate)
    .where(and(inArray(estate.broker_id, [...ids]), isNull(estate.deleted_at)))
    .groupBy(estate.broker_id);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

async function toBrokerRows(db: SignedCall["db"], rows: readonly Broker[]): Promise<BrokerRow[]> {
  const counts = await estateCounts(db, idsOf(rows));
  return rows.map((row) => toBrokerRow(row, counts.get(row.id) ?? 0));
}

function toBrokerRow(row: Broker, estate_count: number): BrokerRow {
  const { status } = row;
  const isEnabled = status === "enabled";
  return rowOf(BrokerRow, row, {
    estate_count,
    can: { edit: true, enable: !isEnabled, disable: isEnabled, delete: estate_count === 0 },
  });
}

async function brokerOf({ db, services }: SignedCall, id: number): Promise<BrokerDetail> {
  const [selected] = await db.select().from(broker).where(isPresent(broker, id));
  const row = found(selected);
  const { avatar_id } = row;
  return rowOf(BrokerDetail, row, {
    ...found((await toBrokerRows(db, [row]))[0]),
    avatar: avatar_id ? pictureUrl(services, avatar_id) : null,
  });
}

/** Whose licence ends within the days of the warning, or has ended. */
export const isExpiring = (now: Date) => lte(broker.license_expire_at, shanghaiDay(licenseWarnDays, now.getTime()));

function brokerRows({ keyword, country, language, expiring, ...query }: Query, now: Date): SQL {
  return sql`${and(
    isNull(broker.deleted_at),
    keyword ? matches(keyword) : undefined,
    ...matching(broker, query, ["type", "status"]),
    country?.length ? inArray(broker.license_country, country) : undefined,
    language?.length ? sql`${broker.languages} ?| ${sql.param(language)}::text[]` : undefined,
    expiring === undefined ? undefined : sql`coalesce(${isExpiring(now)}, false) = ${expiring}`,
  )}`;
}

function matches(keyword: string): SQL | undefined {
  const number = { end: sql`right(${broker.phone}, 4)`, national: broker.phone, international: broker.phone_e164 };
  const texts = [broker.name, broker.company_name, broker.license_no, broker.contact_name];
  return or(
    eq(broker.broker_no, keyword.toUpperCase()),
    ...texts.map((column) => includesText(column, keyword)),
    ...matchesContact(keyword, number, true),
  );
}

const columns = { ...broker, name: inOrder(broker.name_pinyin) };

type Broker = typeof broker.$inferSelect;

const brokers = entity({
  table: broker,
  module: "system",
  type: "broker",
  title: "房产经纪",
  nameOf: ({ name }) => name,
  describe: ({ broker_no, name }) => `${broker_no} ${name}`,
  fields: BrokerFields,
  hidden: ["avatar_id"],
  unique: "牌照号",
  present: brokerOf,
});

async function changeBroker(call: SignedCall, id: number, { version, ...body }: BrokerFields & { version: number }) {
  const row = await brokers.lock(call, id, version);
  const changed = await brokers.edit(call, row, await checked(call, body, row));
  if (row.avatar_id && row.avatar_id !== changed.avatar_id) await dropAvatar(call, row.avatar_id);
}

async function checked(call: SignedCall, body: BrokerFields, before?: Broker) {
  const values = { ...body, ...phoneOf(body, before) };
  const wrong = await brokers.unknownChoices(call, body, before);
  const isCodeWrong = wrong.some(({ field }) => field === "phone_cc");
  if (!values.phone_e164 && !isCodeWrong)
    wrong.push({ field: "phone", label: "联系电话", message: "联系电话格式不正确" });
  if (body.avatar_id && body.avatar_id !== before?.avatar_id && !(await isAvatar(call, body.avatar_id)))
    wrong.push({ field: "avatar_id", label: "头像", message: "图片不存在或未上传完成，请重新上传" });
  if (wrong.length) return refuseFields(wrong);
  if (await isLicenseTaken(call, body, before)) return refuse(40900, { label: "牌照号" });
  return values;
}

/** A number that was kept as it was stays as it is. */
function phoneOf({ phone, phone_cc }: BrokerFields, before?: Broker) {
  if (before && before.phone === phone && before.phone_cc === phone_cc)
    return { phone, phone_cc, phone_e164: before.phone_e164 };
  return readPhone(phone, phone_cc) ?? { phone, phone_cc, phone_e164: null };
}

async function isLicenseTaken(call: SignedCall, { license_country, license_no }: BrokerFields, before?: Broker) {
  if (!license_country || !license_no) return false;
  const isAnother = and(isNull(broker.deleted_at), ne(broker.id, before?.id ?? 0));
  const own = (before?.license_country === license_country && before.license_no) || undefined;
  return isNameTaken(call, {
    ...{ column: broker.license_no, name: license_no, before: own },
    others: and(eq(broker.license_country, license_country), isNotNull(broker.license_no), isAnother),
  });
}

async function isAvatar({ db }: SignedCall, id: number): Promise<boolean> {
  return (await db.$count(media, and(eq(media.id, id), eq(media.scene, "avatar"), eq(media.status, "ready")))) > 0;
}

/** The same picture may be somebody else's already: an upload of known bytes answers with the first. */
async function dropAvatar({ db }: SignedCall, id: number): Promise<void> {
  const holders = (await db.$count(user, eq(user.avatar_id, id))) + (await db.$count(broker, eq(broker.avatar_id, id)));
  if (holders === 0) await dropMedia(db, [id]);
}

export const brokerHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const parts = { where: brokerRows(query, services.now()), order: orderOf(columns, query.sort, broker.id) };
    return tablePage(call, broker, parts, ({ db }, rows) => toBrokerRows(db, rows));
  }),
  serve(contract.get, (call) => brokerOf(call, call.params.id)),
  serve(contract.create, async (call) => {
    const values = await checked(call, call.body);
    const broker_no = await nextNumber(call.db, "BK", call.services.now());
    return brokers.add(call, { ...values, broker_no });
  }),
  serveAct(contract.update, brokerOf, changeBroker),
  serve(contract.remove, async (call) => {
    const row = await brokers.lock(call, call.params.id);
    // One that a waiting change would give it counts too.
    const named = or(eq(estate.broker_id, row.id), sql`${estate.proposed} ->> 'broker_id' = ${`${row.id}`}`);
    const estates = await call.db.$count(estate, and(named, isNull(estate.deleted_at)));
    if (estates > 0) return refuse(40904, { n: `房源 ${estates}` });
    await brokers.remove(call, row);
    return null;
  }),
  ...statusHandlers(contract, brokers.turn, brokerOf),
];
