import { sql } from "drizzle-orm";
import { visaMet, visaRulesOf } from "~/contract/inquiry/visa-check";
import type { Transaction } from "~/server/database/database";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { refuse, type SignedCall } from "~/server/lib/call";
import { readSettings, type Settings } from "~/server/lib/settings";
import { type InquiryRecord, lockInquiry } from "../inquiry/change";

const rulesLock = sql`hashtextextended('visa.rules', 0)`;

/** Locks the rules until the commit, in shared mode. Before any inquiry's row: a change of the rules waits for all rows. */
export const holdRules = (db: SignedCall["db"]): Promise<unknown> =>
  db.execute(sql`select pg_advisory_xact_lock_shared(${rulesLock})`);

/** The stored result for a visa's `ext`; the rules are locked. Null for the other kinds. */
export async function metOf(db: SignedCall["db"], { kind, ext }: Pick<InquiryRecord, "kind" | "ext">) {
  return { visa_met: kind === "visa" ? visaMet(ext, visaRulesOf(await readSettings(db))) : null };
}

const chunk = 1_000;

/** Recounts after a new limit of the capital: only the cases with a capital between both limits. Their version does not change. */
export async function recountVisas(db: Transaction | SignedCall["db"], before: Settings, after: Settings) {
  const [was, is] = [visaRulesOf(before), visaRulesOf(after)];
  if (was.capital_min === is.capital_min) return;
  await db.execute(sql`select pg_advisory_xact_lock(${rulesLock})`);
  const low = Math.min(was.capital_min, is.capital_min);
  const high = Math.max(was.capital_min, is.capital_min);
  const capital = sql`(${inquiry.ext} ->> 'capital_jpy')::numeric`;
  for (let last = 0; ; ) {
    const rows = await db
      .select({ id: inquiry.id, ext: inquiry.ext })
      .from(inquiry)
      .where(
        sql`${inquiry.kind} = 'visa' and ${inquiry.id} > ${last} and ${capital} >= ${low}::numeric and ${capital} < ${high}::numeric`,
      )
      .orderBy(inquiry.id)
      .limit(chunk)
      .for("update");
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    const met = rows.map(({ ext }) => visaMet(ext, is));
    await db.execute(sql`update ${inquiry} set visa_met = counted.met
      from unnest(${sql.param(ids)}::bigint[], ${sql.param(met)}::int[]) counted(id, met) where ${inquiry.id} = counted.id`);
    last = ids.at(-1) ?? last;
  }
}

/** Locks a visa's case until the commit: 40400 where it is none, 40301 out of the caller's sight. */
export async function lockCase(call: SignedCall, id: number): Promise<InquiryRecord> {
  // The rules before the row, as every write of a case.
  await holdRules(call.db);
  const row = await lockInquiry(call, id);
  return row.kind === "visa" ? row : refuse(40400);
}
