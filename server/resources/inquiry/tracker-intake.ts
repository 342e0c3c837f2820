import { and, inArray, isNull, sql } from "drizzle-orm";
import { trackerIntake as contract, DailyIntake } from "~/contract/inquiry/tracker-intake";
import { tracker, trackerDaily } from "~/server/database/tables/inquiry/tracker";
import { pick } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { judgeRows, serveSigned, type Taking } from "~/server/resources/shared/intake";

export const trackerIntakeHandlers = [
  serveSigned(contract.daily, async (taking, { rows }) => {
    const { taken, refused } = judgeRows(DailyIntake, rows);
    const allCodes = taken.map(({ row }) => row.code);
    const ids = await trackersBy(taking, allCodes);
    const today = dayOf(taking.services.now());
    const days = new Map<string, object>();
    let repeated = 0;
    for (const { index, row } of taken) {
      const { code, ...numbers } = row;
      const complain = (field: string, label: string, message: string) =>
        refused.push({ index, external_id: null, errors: [{ field, label, message }] });
      const tracker_id = ids.get(code);
      if (tracker_id === undefined) complain("code", "编码", "没有这个追踪点");
      else if (row.date > today) complain("date", "日期", "日期在将来");
      else if (row.uv > row.pv) complain("uv", "UV", "UV不能大于PV");
      else {
        // The last of a day counts.
        if (days.has(`${tracker_id} ${row.date}`)) repeated += 1;
        days.set(`${tracker_id} ${row.date}`, { tracker_id, ...numbers });
      }
    }
    await write(taking, [...days.values()]);
    refused.sort((a, b) => a.index - b.index);
    return { accepted: days.size, repeated, refused };
  }),
];

async function trackersBy({ db }: Taking, codes: readonly string[]): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map();
  const rows = await pick(
    db,
    tracker,
    ["code", "id"],
    and(inArray(tracker.code, [...new Set(codes)]), isNull(tracker.deleted_at)),
  );
  return new Map(rows.map(({ code, id }) => [code, id]));
}

/** Inquiries are counted here, whatever the site says. */
async function write({ db }: Taking, days: readonly object[]): Promise<void> {
  const columns = sql`tracker_id, date, pv, uv, clicks, impressions`;
  await db.execute(sql`insert into ${trackerDaily} (${columns}, is_reported, inquiry_count, customer_count, deal_count)
    select ${columns}, true, 0, 0, 0 from json_populate_recordset(null::${trackerDaily}, ${JSON.stringify(days)}::json)
    order by tracker_id, date
    on conflict (tracker_id, date) do update set pv = excluded.pv, uv = excluded.uv, clicks = excluded.clicks,
      impressions = excluded.impressions, is_reported = true`);
}
