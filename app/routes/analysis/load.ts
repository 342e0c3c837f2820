import { call } from "~/app/api/call";
import { token } from "~/app/api/cookie";
import { viewer } from "~/app/session/viewer";
import {
  analysis,
  type Briefing,
  type Overview,
  type PublicBriefing,
  publicAnalysis,
} from "~/contract/analysis/analysis";
import { type Input, mayCall } from "~/contract/endpoint";

const isOwn = async (): Promise<boolean> => Boolean(token()) && mayCall((await viewer()).profile, analysis.briefing);

// A refusal or failure is shown in place of the page.
const quietly = (signal: AbortSignal) => ({ signal, silent: true });

type OverviewQuery = Input<typeof analysis.overview>["query"];
type BriefingQuery = Input<typeof analysis.briefing>["query"];

export async function loadOverview(query: OverviewQuery, signal: AbortSignal): Promise<Overview & { isOwn: boolean }> {
  if (await isOwn()) return { ...(await call(analysis.overview, { query }, quietly(signal))), isOwn: true };
  return { ...(await call(publicAnalysis.overview, {}, quietly(signal))), isOwn: false };
}

/** Parts of a briefing for staff only are absent for others, who see a month. */
export type ShownBriefing = PublicBriefing & Partial<Briefing>;

export const loadBriefing = async (query: BriefingQuery, signal: AbortSignal): Promise<ShownBriefing> =>
  (await isOwn())
    ? call(analysis.briefing, { query }, quietly(signal))
    : call(publicAnalysis.briefing, { query: { date: query?.date } }, quietly(signal));
