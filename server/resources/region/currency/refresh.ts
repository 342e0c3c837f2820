import { and, asc, eq } from "drizzle-orm";
import { compareDecimals, shortDecimal } from "~/contract/decimal";
import { type RefreshReport, rateJump } from "~/contract/region/currency";
import { currency } from "~/server/database/tables/region/geography";
import { audit } from "~/server/lib/audit";
import type { Origin } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import type { Services } from "~/server/lib/services";
import { quotationOf, rateIn } from "./provider";
import { keepRate } from "./rate";

interface Refresh {
  services: Services;
  /** The setting `currency.provider`, which is not empty. */
  provider: string;
  by: { user: Caller; origin: Origin } | { user: "system" };
}

/** Asks the source and sets its rates, in one transaction; what jumps is only reported. Throws `NoQuotation`. */
export async function refreshRates({ services, provider, by }: Refresh): Promise<RefreshReport> {
  const quotation = await quotationOf(services, provider);
  const report: RefreshReport = { quoted: quotation.day, updated: [], unchanged: [], skipped: [], missing: [] };
  await services.db.transaction(async (db) => {
    const rows = await db
      .select()
      .from(currency)
      .where(and(eq(currency.rate_source, "auto"), eq(currency.is_base, false)))
      .orderBy(asc(currency.id))
      .for("update");
    for (const row of rows) {
      const { id, version, code, name_zh, rate_to_cny: before } = row;
      const after = rateIn(quotation, code);
      if (!after) {
        report.missing.push(code);
        continue;
      }
      const { isLarge, percent } = rateJump(before, after);
      if (compareDecimals(before, after) === 0) report.unchanged.push(code);
      else if (isLarge) report.skipped.push({ id, version, code, name_zh, before, after, percent });
      else {
        await keepRate(db, row, { rate: after, source: "auto", by: null, now: services.now() });
        report.updated.push({ code, before, after });
      }
    }
    if (report.updated.length)
      await audit(
        { ...by, db, services },
        {
          module: "regionalManage",
          action: "update",
          summary: `自动更新汇率：${report.updated.length}种`,
          changes: report.updated.map(({ code, before, after }) => ({
            field: code,
            label: code,
            before: shortDecimal(before),
            after: shortDecimal(after),
          })),
        },
      );
  });
  return report;
}
