import { isNull, type SQL, sql } from "drizzle-orm";
import { estate, estateAudit } from "~/server/database/tables/house/estate";
import { within } from "~/server/lib/list";
import { all, among, type Days, dayIn } from "~/server/resources/shared/figure";
import { type Asked, average, type Fact, type Facts, hoursBetween, momentFact, presentFact } from "./fact";

const newest = sql`${estate.id} desc`;

const ofCountry = ({ country }: Asked): SQL[] => (country ? [sql`${estate.country_code} = ${country}`] : []);

/** Reviews by their submitters, for estates of the country. */
function audits(asked: Asked, ...conditions: SQL[]): SQL {
  const submitter = among(estateAudit.submitter_id, asked);
  const country = ofCountry(asked);
  return all(
    ...(submitter.length ? [sql`${estateAudit.submitter_type} = 'user'`, ...submitter] : []),
    ...(country.length
      ? [sql`${estateAudit.estate_id} in (select ${estate.id} from ${estate} where ${all(...country)})`]
      : []),
    ...conditions,
    sql`true`,
  );
}

const approved = sql`${estateAudit.status} = 'approved'`;
const latest = sql`${estateAudit.submitted_at} desc, ${estateAudit.id} desc`;

const online = (asked: Asked, by?: SQL): Fact =>
  presentFact(
    sql`${estate}`,
    all(
      isNull(estate.deleted_at),
      sql`${estate.publish_status} = 'online'`,
      ...among(estate.created_by, asked),
      ...ofCountry(asked),
      ...(by ? [sql`${by} is not null`] : []),
    ),
    newest,
    by,
  );

type Keys =
  | ("estate_new" | "estate_online" | "audit_submitted" | "audit_approved" | "audit_hours")
  | ("estate_country" | "estate_district" | "estate_type" | "estate_price");

export const estateFacts: Facts<Keys> = {
  estate_new(asked) {
    const created = audits(asked, approved, sql`${estateAudit.action} = 'create'`);
    const which = (days: Days) => all(created, ...within(estateAudit.reviewed_at, days.from, days.to));
    return {
      from: (days) =>
        sql`${estateAudit} join ${estate} on ${estate.id} = ${estateAudit.estate_id} and ${estate.deleted_at} is null where ${which(days)}`,
      day: dayIn(estateAudit.reviewed_at),
      amount: sql`count(distinct ${estateAudit.estate_id})`,
      rows: (days) =>
        all(
          isNull(estate.deleted_at),
          sql`${estate.id} in (select ${estateAudit.estate_id} from ${estateAudit} where ${which(days)})`,
        ),
      order: newest,
    };
  },
  estate_online: (asked) => online(asked),
  audit_submitted: (asked) =>
    momentFact({ table: sql`${estateAudit}`, where: audits(asked), at: estateAudit.submitted_at, order: latest }),
  audit_approved: (asked) =>
    momentFact({
      table: sql`${estateAudit}`,
      where: audits(asked, approved),
      at: estateAudit.reviewed_at,
      order: latest,
    }),
  audit_hours: (asked) =>
    momentFact({
      ...{ table: sql`${estateAudit}`, where: audits(asked, approved), at: estateAudit.reviewed_at, order: latest },
      amount: average(hoursBetween(estateAudit.submitted_at, estateAudit.reviewed_at)),
    }),
  estate_country: (asked) => online(asked, sql`${estate.country_code}`),
  estate_district: (asked) => online(asked, sql`${estate.district_id}::text`),
  estate_type: (asked) => online(asked, sql`${estate.property_type}`),
  estate_price: (asked) =>
    online(asked, sql`width_bucket(${estate.price_min_cny}, array[1e6, 2e6, 3e6, 5e6, 1e7]::numeric[])::text`),
};
