import { and, inArray, isNull } from "drizzle-orm";
import { takingStatuses } from "~/contract/deal/deal-kinds";
import { type DealRow, missingOf } from "~/contract/deal/deal-record";
import { completeHindrance, contractHindrance, type DealStanding } from "~/contract/deal/hindrance";
import type { FieldError } from "~/contract/errors";
import { formatExact } from "~/contract/format";
import { clue } from "~/server/database/tables/clue/clue";
import { deal, dealAttachment } from "~/server/database/tables/deal/deal";
import type { SignedCall } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { sentenceOf } from "~/server/lib/refusal";
import { isOver } from "../billing/lines";
import { type Totals, totalsOfDeals } from "../billing/totals";
import { sayField } from "./checked";
import { clueHindrance } from "./effects";
import { placeHindrances } from "./place";
import type { DealRecord, DealValues } from "./record";

// What stands against an act is asked here by the act that refuses for it, and by the page that does not offer it then (domain C.4).

type Looking = Pick<SignedCall, "db" | "services">;
type Standing = DealStanding & { paid: number };

/** What deals have of papers and of their bill, in their order. */
export async function standingsOf(db: Looking["db"], rows: readonly DealRecord[]): Promise<Standing[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const files = await db
    .selectDistinct({ id: dealAttachment.deal_id, type: dealAttachment.type })
    .from(dealAttachment)
    .where(inArray(dealAttachment.deal_id, ids));
  const totals = await totalsOfDeals(db, ids);
  return rows.map(({ id, deal_price, currency }) => ({
    ...{ open: 0, open_deposits: 0, deposits: 0, open_back: 0, price: "0.00", price_back: "0.00", paid: 0 },
    ...totals.get(id),
    ...{ deal_price, currency, files: files.flatMap((one) => (one.id === id ? [one.type] : [])) },
  }));
}

/** What speaks against the form of deals that are to be handed in, their places apart; by their number. */
export async function formHindrances(
  looking: Looking,
  rows: readonly DealRecord[],
  known?: readonly Standing[],
): Promise<Map<number, FieldError[]>> {
  const { db, services } = looking;
  const standings = known ?? (await standingsOf(db, rows));
  const clues = await cluesOf(db, rows);
  const today = dayOf(services.now());
  return new Map(
    rows.map((row, index) => {
      const { files = [], deposits = 0 } = standings[index] ?? {};
      const missing = missingOf({
        ...row,
        attachments: files.map((type) => ({ type })),
        bills: deposits > 0 ? [{ type: "deposit" }] : [],
      });
      const report = clues.hindranceOf(row);
      const isAhead = row.subscribed_at !== null && row.subscribed_at > today;
      return [
        row.id,
        [
          ...missing,
          ...(report ? sayField("clue_id", report) : []),
          ...(isAhead ? sayField("subscribed_at", "认购日不能晚于今天") : []),
        ],
      ];
    }),
  );
}

/** The reports that deals are about, and the deals that they have become. */
async function cluesOf(db: Looking["db"], rows: readonly DealRecord[]) {
  const ids = [...new Set(rows.flatMap(({ clue_id }) => clue_id ?? []))];
  const reports = ids.length ? await db.select().from(clue).where(inArray(clue.id, ids)) : [];
  const became = ids.length
    ? await db
        .select({ id: deal.id, clue_id: deal.clue_id })
        .from(deal)
        .where(and(inArray(deal.clue_id, ids), isNull(deal.deleted_at), inArray(deal.status, [...takingStatuses])))
    : [];
  return {
    hindranceOf(row: DealRecord): string | undefined {
      const report = reports.find(({ id }) => id === row.clue_id);
      if (!report) return undefined;
      const isTaken = became.some(({ id, clue_id }) => clue_id === report.id && id !== row.id);
      return clueHindrance(report, row) ?? (isTaken ? "该报备已有进行中的成交" : undefined);
    },
  };
}

/** Why a deal cannot have a price: its lines come to more. */
export function priceHindrance(
  { price, price_back }: Pick<Totals, "price" | "price_back">,
  { deal_price, currency }: DealRecord,
  wanted: DealValues,
): string | undefined {
  if (!wanted.deal_price || wanted.deal_price === deal_price || !isOver(price, price_back, wanted.deal_price))
    return undefined;
  return `成交价不能小于已录入的账单合计${formatExact(price, currency)}，请先作废或退回多余的账单`;
}

/** The deal as a wanted change makes it, where it changes its place by that; else undefined. */
export function movedBy(row: DealRecord, edits: DealValues): DealRecord | undefined {
  const after = { ...row, ...edits } as DealRecord;
  const isSame = (["unit_id", "unit_no", "room_id", "building"] as const).every((name) => after[name] === row[name]);
  return isSame ? undefined : after;
}

const isDraft = ({ status }: DealRecord) => status === "draft" || status === "rejected";

/** What stands against the acts that the states of deals allow, for who looks at them, by their number. */
export async function hindrancesOf(
  looking: Looking,
  rows: readonly DealRecord[],
): Promise<Map<number, Pick<DealRow, "missing" | "blocked">>> {
  const { db, services } = looking;
  const asked = rows.filter(({ status }) => status !== "completed" && status !== "cancelled");
  const standings = await standingsOf(db, asked);
  const forms = await formHindrances(looking, asked, standings);
  // A draft that names a place has it to be had yet, a change another one.
  const wanted = asked.flatMap((row) =>
    isDraft(row)
      ? row.unit_no === null
        ? []
        : [row]
      : row.change_request
        ? (movedBy(row, row.change_request.edits as DealValues) ?? [])
        : [],
  );
  const places = await placeHindrances(db, wanted, services.now());
  const about = (row: DealRecord, standing: Standing): Pick<DealRow, "missing" | "blocked"> => {
    const form = forms.get(row.id) ?? [];
    const place = places.get(row.id)?.message;
    if (isDraft(row))
      return {
        missing: [...form, ...(place ? sayField("unit_no", place) : [])],
        blocked: standing.paid > 0 ? { delete: sentenceOf(40904, { n: standing.paid }) } : {},
      };
    const { change_request } = row;
    const price = change_request && priceHindrance(standing, row, change_request.edits as DealValues);
    const reasons = {
      approve: row.status === "reviewing" ? form.find(({ field }) => field === "clue_id")?.message : undefined,
      contract: row.status === "subscribed" ? contractHindrance(standing)?.message : undefined,
      complete: row.status === "contracted" ? completeHindrance(standing)?.message : undefined,
      review_change: change_request ? (price ?? place) : undefined,
    };
    return {
      missing: [],
      blocked: Object.fromEntries(Object.entries(reasons).filter(([, reason]) => reason !== undefined)),
    };
  };
  return new Map(
    asked.flatMap((row, index) => {
      const standing = standings[index];
      return standing ? [[row.id, about(row, standing)]] : [];
    }),
  );
}
