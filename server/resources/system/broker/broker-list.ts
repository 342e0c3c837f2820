import { and, eq, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { shanghaiDay } from "~/contract/day";
import { type BrokerDetail, type BrokerRow, type broker as contract, licenseWarnDays } from "~/contract/system/broker";
import { broker } from "~/server/database/tables/system/admin";
import type { SignedCall } from "~/server/lib/call";
import { orderOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { includesText } from "~/server/lib/search";
import { pictureUrl } from "~/server/resources/shared/upload";

type Query = z.output<typeof contract.list.query>;
type Broker = typeof broker.$inferSelect;

export function toBrokerRow(row: Broker): BrokerRow {
  const { id, version, broker_no, name, type, company_name, license_no, license_country, license_expire_at } = row;
  const { contact_name, languages, status, created_at } = row;
  const isEnabled = status === "enabled";
  return {
    ...{ id, version, broker_no, name, type, company_name, license_no, license_country, license_expire_at },
    ...{ contact_name, languages, status, created_at },
    can: { edit: true, enable: !isEnabled, disable: isEnabled, delete: true },
  };
}

/** One broker with everything that its form shows. */
export async function brokerOf({ db, services }: SignedCall, id: number): Promise<BrokerDetail> {
  const [selected] = await db
    .select()
    .from(broker)
    .where(and(eq(broker.id, id), isNull(broker.deleted_at)));
  const row = found(selected);
  const { phone_cc, phone, email, wechat, service_district_ids, avatar_id, intro, commission_note } = row;
  return {
    ...toBrokerRow(row),
    ...{ phone_cc, phone, email, wechat, service_district_ids, avatar_id, intro, commission_note },
    avatar: avatar_id ? pictureUrl(services, avatar_id) : null,
  };
}

/** Whose licence ends within the days of the warning, or has ended. */
export const isExpiring = (now: Date): SQL =>
  lte(broker.license_expire_at, shanghaiDay(licenseWarnDays, now.getTime()));

/** The rows that a query asks for. */
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
  const digits = /^[\d\s+()-]+$/.test(keyword) ? keyword.replace(/\D/g, "") : "";
  const texts = [broker.name, broker.company_name, broker.license_no, broker.contact_name];
  return or(
    eq(broker.broker_no, keyword.toUpperCase()),
    ...texts.map((column) => includesText(column, keyword)),
    digits.length >= 4 ? sql`strpos(coalesce(${broker.phone_e164}, ${broker.phone}), ${digits}) > 0` : undefined,
  );
}

const columns = {
  created_at: broker.created_at,
  broker_no: broker.broker_no,
  name: broker.name,
  license_expire_at: broker.license_expire_at,
};

export const brokerOrder = (sort: Query["sort"]): SQL => orderOf(columns, sort, broker.id);
