import { analysis as contract, publicAnalysis } from "~/contract/analysis/analysis";
import { refuse } from "~/server/lib/call";
import { serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { householdOf, ownLimit } from "~/server/lib/try-limit";
import { viewerOf } from "../customer/customer/view";
import { briefingWebhooks, ownBriefing, publicBriefing, pushBriefing } from "./briefing";
import { consultantsOf } from "./consultants";
import { houseViewer } from "./house";
import { overviewOf } from "./overview";
import { briefingDays, overviewDays, publicDays } from "./period";
import { exactTelling, publicTelling } from "./telling";

interface Kept {
  until: number;
  value: Promise<unknown>;
}

const kept = new WeakMap<Services, Map<string, Kept>>();

/** An answer that this server caches for some minutes: later callers get the same, and the database is asked once. */
function keptAnswer<T>(services: Services, minutes: number, key: string, make: () => Promise<T>): Promise<T> {
  const now = services.now().getTime();
  const answers = kept.get(services) ?? new Map<string, Kept>();
  kept.set(services, answers);
  const known = answers.get(key);
  // A clock that is set back does not keep answers for longer.
  if (known && now < known.until && known.until <= now + minutes * 60_000) return known.value as Promise<T>; // what this key was made by
  for (const [old, { until }] of answers) if (until <= now) answers.delete(old);
  const value = make();
  const one = { until: now + minutes * 60_000, value };
  answers.set(key, one);
  value.catch(() => {
    if (answers.get(key) === one) answers.delete(key);
  });
  return value;
}

/** What one address may ask a minute, at each server. */
const publicLimit = ownLimit(60);
/** For so long an answer holds: nobody sees what a single minute has brought. */
const keptMinutes = 5;

interface Visit {
  services: Services;
  origin: { ip: string };
}

async function admit({ services, origin }: Visit) {
  await publicLimit(services, householdOf(origin.ip));
  const settings = await readSettings(services.db);
  if (!settings["analytics.public_enabled"]) return refuse(40303);
  const cell = settings["analytics.small_cell"];
  return { house: houseViewer(settings, services.now()), telling: publicTelling(cell), cell };
}

export const analysisHandlers = [
  serve(publicAnalysis.overview, async ({ db, services, origin }) => {
    const { house, telling, cell } = await admit({ services, origin });
    const days = publicDays(undefined, house.now);
    return keptAnswer(services, keptMinutes, `overview ${days.to} ${cell}`, () => overviewOf(db, house, days, telling));
  }),

  serve(publicAnalysis.briefing, async ({ db, services, origin, query: { date } }) => {
    const { house, telling, cell } = await admit({ services, origin });
    const days = publicDays(date, house.now);
    return keptAnswer(services, keptMinutes, `briefing ${days.to} ${cell}`, () =>
      publicBriefing(db, house, days, telling),
    );
  }),

  serve(contract.overview, async ({ db, services, query: { range } }) => {
    const house = houseViewer(await readSettings(db), services.now());
    const days = overviewDays(range, house.now);
    return keptAnswer(services, keptMinutes, `exact overview ${range} ${days.to}`, () =>
      overviewOf(db, house, days, exactTelling),
    );
  }),

  serve(contract.briefing, async (call) => {
    const { type, date } = call.query;
    const viewer = await viewerOf(call);
    const days = briefingDays(type, date, viewer.now);
    return {
      ...(await ownBriefing(call.db, viewer, type, days, exactTelling)),
      rows: await consultantsOf(call.db, viewer, days),
      webhooks: await briefingWebhooks(call.db),
    };
  }),

  serve(contract.push, (call) => pushBriefing(call, call.body)),
];
