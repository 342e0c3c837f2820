import { eq, type SQL, sql } from "drizzle-orm";
import { SpecialDetail, SpecialRow, SpecialWhole, type specialPhases } from "~/contract/special/special";
import { isoInstant } from "~/server/database/tables/columns";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { special } from "~/server/database/tables/special/special";
import { found, idsOf, pick, rowOf, type SignedCall } from "~/server/lib/call";
import { forEditor } from "~/server/lib/rich-text/display";
import { readSettings } from "~/server/lib/settings";
import { figuresOf } from "~/server/resources/content/figures";
import { presentIds, type Values } from "~/server/resources/content/kind";
import { lifeDetailOf, livesOf } from "~/server/resources/content/view";
import { presentItem, withValues } from "~/server/resources/content/write";
import { isPublic } from "~/server/resources/shared/content-visits";
import { displayRules } from "~/server/resources/shared/rich-texts";
import { siteUrlBy } from "~/server/resources/shared/site";
import { pictureUrl } from "~/server/resources/shared/upload";
import { translationsOf } from "../content/translations";
import { modulesInner } from "./special-modules";

export type Special = typeof special.$inferSelect;
type Phase = keyof typeof specialPhases;

export const conversionOf = (inquiries: number, visitors: number): number | null =>
  visitors > 0 ? Math.round((inquiries / visitors) * 10_000) / 100 : null;

/** What is public, and in this phase of its time, at a moment. */
export function inPhase(phase: Phase, now: Date): SQL {
  const at = isoInstant(now);
  const { start_at, end_at } = special;
  const isOver = sql`(${end_at} is not null and ${end_at} <= ${at})`;
  const isAhead = sql`(${start_at} is not null and ${start_at} > ${at})`;
  if (phase === "ended") return sql`${isPublic(special, now)} and ${isOver}`;
  const isWaiting = phase === "waiting";
  return sql`${isPublic(special, now)} and not ${isOver} and ${isWaiting ? isAhead : sql`not ${isAhead}`}`;
}

type Span = Pick<Special, "start_at" | "end_at">;

/** The phase of a public page at a moment. */
export function phaseAt({ start_at, end_at }: Span, now: Date): Phase {
  if (end_at && Date.parse(end_at) <= now.getTime()) return "ended";
  return start_at && Date.parse(start_at) > now.getTime() ? "waiting" : "running";
}

/** Where visitors open a page: under the desk's own address, else under the one at which somebody asks. */
export const visitorUrl = (settings: Parameters<typeof siteUrlBy>[0], slug: string, base: string): string =>
  siteUrlBy(settings, "special", slug) ?? `${base.replace(/\/+$/, "")}/s/${slug}`;

export async function toSpecialRows(call: SignedCall, rows: readonly Special[]): Promise<SpecialRow[]> {
  const { db, services } = call;
  const now = services.now();
  const life = await livesOf(call, "special", rows, SpecialWhole);
  const figures = await figuresOf(db, "special", idsOf(rows));
  const settings = await readSettings(db);
  return rows.map((row) => {
    const { slug, uv_count } = row;
    const { inquiries, deals } = figures(row.id);
    const shown = life(row);
    return rowOf(SpecialRow, row, {
      ...shown,
      url: siteUrlBy(settings, "special", slug) ?? `/s/${slug}`,
      phase: phaseAt(row, now),
      cover: row.cover_id ? pictureUrl(services, row.cover_id, "thumb") : null,
      estate_count: row.estate_ids.length,
      inquiry_count: inquiries,
      conversion: conversionOf(inquiries, uv_count),
      deal_count: deals,
    });
  });
}

export async function specialOf(call: SignedCall, id: number, values: Values = {}): Promise<SpecialDetail> {
  const { db, services } = call;
  const row: Special = withValues(await presentItem(db, special, id), values);
  const [shown] = await toSpecialRows(call, [row]);
  const { cover_mobile_id, tracker_id } = row;
  const [point] = tracker_id ? await pick(db, tracker, ["id", "name", "code"], eq(tracker.id, tracker_id)) : [];
  const texts = modulesInner.texts({ ...row });
  const rules = await displayRules(call, Object.values(texts));
  const shownTexts = Object.fromEntries(Object.entries(texts).map(([name, html]) => [name, forEditor(html, rules)]));
  const { modules } = modulesInner.withTexts({ ...row }, shownTexts) as Pick<Special, "modules">; // the same row's
  const pictures = [...new Set(Object.values(modulesInner.pictures({ ...row })))];
  return rowOf(SpecialDetail, row, {
    ...found(shown),
    modules,
    ...(await lifeDetailOf(call, "special", row)),
    tracker: point ?? null,
    cover_mobile: cover_mobile_id ? pictureUrl(services, cover_mobile_id, "thumb") : null,
    pictures: pictures.map((one) => ({ id: one, url: pictureUrl(services, one, "thumb") })),
    translations: await translationsOf(db, special, row),
    variant_ids: await presentIds(db, special, row.variant_ids),
  });
}
