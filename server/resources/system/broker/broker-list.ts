import { and, eq, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { shanghaiDay } from "~/contract/day";
import { BrokerDetail, BrokerRow, type broker as contract, licenseWarnDays } from "~/contract/system/broker";
import { estate } from "~/server/database/tables/house/estate";
import { inOrder } from "~/server/database/tables/search";
import { broker } from "~/server/database/tables/system/admin";
import type { SignedCall } from "~/server/lib/call";
import { matchesContact } from "~/server/lib/contact-search";
import { isPresent } from "~/server/lib/entity";
import { orderOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { rowOf } from "~/server/lib/row";
import { includesText } from "~/server/lib/search";
import { pictureUrl } from "~/server/resources/shared/upload";

type Query = z.output<typeof contract.list.query>;
type Broker = typeof broker.$inferSelect;

async function estateCounts(db: SignedCall["db"], ids: readonly number[]): Promise<Map<number | null, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: estate.broker_id, count: sql<number>`count(*)::int` })
    .from(estate)
    .where(and(inArray(estate.broker_id, [...ids]), isNull(estate.deleted_at)))
    .groupBy(estate.broker_id);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export async function toBrokerRows(db: SignedCall["db"], rows: readonly Broker[]): Promise<BrokerRow[]> {
  const counts = await estateCounts(
    db,
    rows.map(({ id }) => id),
  );
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

export async function brokerOf({ db, services }: SignedCall, id: number): Promise<BrokerDetail> {
  const [selected] = await db.select().from(broker).where(isPresent(broker, id));
  const row = found(selected);
  const { avatar_id } = row;
  return rowOf(BrokerDetail, row, {
    ...found((await toBrokerRows(db, [row]))[0]),
    avatar: avatar_id ? pictureUrl(services, avatar_id) : null,
  });
}

/** Whose licence ends within the days of the warning, or has ended. */
export const isExpiring = (now: Date): SQL =>
  lte(broker.license_expire_at, shanghaiDay(licenseWarnDays, now.getTime()));

export function brokerRows({ keyword, type, country, language, status, expiring }: Query, now: Date): SQL {
  return sql`${and(
    isNull(broker.deleted_at),
    keyword ? matches(keyword) : undefined,
    type?.length ? inArray(broker.type, type) : undefined,
    country?.length ? inArray(broker.license_country, country) : undefined,
    language?.length ? sql`${broker.languages} ?| ${sql.param(language)}::text[]` : undefined,
    status?.length ? inArray(broker.status, status) : undefined,
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

export const brokerOrder = (sort: Query["sort"]): SQL => orderOf(columns, sort, broker.id);
