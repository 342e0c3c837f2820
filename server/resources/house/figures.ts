import { isNull, sql } from "drizzle-orm";
import type { MetricWith } from "~/contract/dashboard/metrics";
import { estate, estateAudit } from "~/server/database/tables/house/estate";
import { within } from "~/server/lib/list";
import { all, among, byDay, type Figure, ofNow, overRows, type People, today } from "~/server/resources/shared/figure";
import { statOf } from "~/server/resources/shared/stat-held";

export function estateFigure(key: MetricWith<"estate">, people: People): Figure {
  const newest = sql`${estate.id} desc`;
  const there = [
    isNull(estate.deleted_at),
    ...(people.country ? [sql`${estate.country_code} = ${people.country}`] : []),
  ];
  if (key === "estate_online")
    return byDay(
      ofNow(
        estate,
        all(...there, sql`${estate.publish_status} = 'online'`, ...among(estate.created_by, people)),
        newest,
      ),
      { day: today, person: estate.created_by, held: statOf(people) },
    );
  const submitter = among(estateAudit.submitter_id, people);
  const isOurs = submitter.length ? [sql`${estateAudit.submitter_type} = 'user'`, ...submitter] : [];
  const approved = sql`${estateAudit.action} = 'create' and ${estateAudit.status} = 'approved'`;
  return overRows(
    estate,
    ({ from, to }) => {
      const audits = all(approved, ...isOurs, ...within(estateAudit.reviewed_at, from, to));
      return all(...there, sql`${estate.id} in (select ${estateAudit.estate_id} from ${estateAudit} where ${audits})`);
    },
    newest,
  );
}
