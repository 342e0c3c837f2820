import { sql } from "drizzle-orm";
import { type Funnel, funnels, stepsOf } from "~/contract/dashboard/funnel";
import { found, refuse, type SignedCall } from "~/server/lib/call";
import type { Days, People } from "~/server/resources/shared/figure";
import { rangeOf } from "~/server/resources/shared/range";
import { viewerOf } from "../customer/customer/view";
import { inquiryDays } from "../inquiry/figures";
import type { StatKey } from "./figures";
import { cohortOf, reachedIn, summedSteps } from "./funnel";
import { countsOf } from "./stat-values";

const inquiryKeys: readonly StatKey[] = ["inquiry_new", ...summedSteps];

/** Each step of a cohort over a range: leads in one walk, inquiries as their days are summed up, the others in one walk. */
export async function funnelOf(call: SignedCall, type: Funnel, query: People & { from?: string; to?: string }) {
  const { permission, steps } = funnels[type];
  if (!call.user.permissions.has(permission)) return refuse(40300);
  const viewer = await viewerOf(call);
  const days = rangeOf(query, viewer.now);
  // Counted, not grouped: as many groups as rows would be expected, and the rows be sorted for them.
  const counts = stepsOf(type).map((_, index) => sql`count(*) filter (where reached > ${index}::int)::int`);
  const walk = (over: Days) => sql`select array[${sql.join(counts, sql`, `)}] as counts
    from (select ${reachedIn(type)} as reached from ${cohortOf(type, viewer, query).from(over)} offset 0) cohort`;
  const values =
    type === "inquiry"
      ? await countsOf(call.db, inquiryKeys, inquiryDays(viewer, query), days, walk)
      : found((await call.db.execute<{ counts: number[] }>(walk(days))).rows[0]).counts;
  const [first = 0] = values;
  const list = Object.entries<string>(steps).map(([key, label], index) => {
    const count = values[index] ?? 0;
    const before = index ? values[index - 1] : undefined;
    return { key, label, count, of_previous: share(count, before), of_first: index ? share(count, first) : null };
  });
  return { type, steps: list };
}

/** In percent to one decimal. */
const share = (part: number, whole: number | undefined) => (whole ? Math.round((part / whole) * 1000) / 10 : null);
