import { and, inArray, isNull } from "drizzle-orm";
import { type AttachmentType, attachmentTypes, takingStatuses } from "~/contract/deal/deal-kinds";
import { type DealRow, missingOf } from "~/contract/deal/deal-record";
import { compareDecimals, distance, sum } from "~/contract/decimal";
import type { FieldError } from "~/contract/errors";
import { formatExact } from "~/contract/format";
import { clue } from "~/server/database/tables/clue/clue";
import { deal, dealAttachment } from "~/server/database/tables/deal/deal";
import { type Asking, pick, sentenceOf } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { isOver } from "../billing/lines";
import { type Totals, totalsOfDeals } from "../billing/totals";
import { sayField } from "./checked";
import { clueHindrance } from "./effects";
import { placeHindrances } from "./place";
import type { DealRecord, DealValues } from "./record";

// What prevents an act is computed here: for the act, which refuses, and for the page, which does not offer it (domain C.4).

export interface Standing
  extends Pick<Totals, "open" | "open_deposits" | "deposits" | "open_back" | "price" | "price_back" | "paid">,
    Pick<DealRecord, "deal_price" | "currency"> {
  files: readonly string[];
}

export async function standingsOf(db: Asking["db"], rows: readonly DealRecord[]): Promise<Map<number, Standing>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const files = await db
    .selectDistinct({ id: dealAttachment.deal_id, type: dealAttachment.type })
    .from(dealAttachment)
    .where(inArray(dealAttachment.deal_id, ids));
  const totals = await totalsOfDeals(db, ids);
  return new Map(
    rows.map(({ id, deal_price, currency }) => [
      id,
      {
        ...{ open: 0, open_deposits: 0, deposits: 0, open_back: 0, price: "0.00", price_back: "0.00", paid: 0 },
        ...totals.get(id),
        ...{ deal_price, currency, files: files.flatMap((one) => (one.id === id ? [one.type] : [])) },
      },
    ]),
  );
}

const ofFiles = (message: string): FieldError => ({ field: "attachments", label: "附件", message });
const ofBill = (message: string): FieldError => ({ field: "bills", label: "账单", message });

const lacks = ({ files }: Standing, type: AttachmentType): FieldError | undefined =>
  files.includes(type) ? undefined : ofFiles(`请先上传${attachmentTypes[type]}`);

/** Why a subscribed deal cannot be signed yet. */
export function contractHindrance(deal: Standing): FieldError | undefined {
  const isPaid = deal.deposits > 0 && deal.open_deposits === 0;
  return lacks(deal, "contract") ?? (isPaid ? undefined : ofBill("定金尚未确认到账"));
}

/** Why a signed deal cannot be handed over yet: the buyer's payments must be confirmed, and must be the whole price. */
export function completeHindrance(deal: Standing): FieldError | undefined {
  const missing = lacks(deal, "delivery");
  if (missing) return missing;
  if (deal.open > 0) return ofBill(`还有${deal.open}条应收账单未确认到账`);
  if (deal.open_back > 0) return ofBill(`还有${deal.open_back}条退款未完成`);
  const whole = sum(deal.deal_price ?? "0.00", deal.price_back);
  return compareDecimals(deal.price, whole) === 0
    ? undefined
    : ofBill(`已确认的房款与成交价相差${formatExact(distance(deal.price, whole), deal.currency)}`);
}

/** Errors in the forms of deals to be submitted, without their places; by their number. */
export async function formHindrances(
  looking: Asking,
  rows: readonly DealRecord[],
  standings: ReadonlyMap<number, Standing>,
): Promise<Map<number, FieldError[]>> {
  const { db, services } = looking;
  const clues = await cluesOf(db, rows);
  const today = dayOf(services.now());
  return new Map(
    rows.map((row) => {
      const { files = [], deposits = 0 } = standings.get(row.id) ?? {};
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

async function cluesOf(db: Asking["db"], rows: readonly DealRecord[]) {
  const ids = [...new Set(rows.flatMap(({ clue_id }) => clue_id ?? []))];
  const reports = ids.length ? await db.select().from(clue).where(inArray(clue.id, ids)) : [];
  const became = ids.length
    ? await pick(
        db,
        deal,
        ["id", "clue_id"],
        and(inArray(deal.clue_id, ids), isNull(deal.deleted_at), inArray(deal.status, [...takingStatuses])),
      )
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

/** Why a deal cannot have a price: its lines are more. */
export function priceHindrance(
  { price, price_back }: Pick<Totals, "price" | "price_back">,
  { deal_price, currency }: DealRecord,
  wanted: DealValues,
): string | undefined {
  if (!wanted.deal_price || wanted.deal_price === deal_price || !isOver(price, price_back, wanted.deal_price))
    return undefined;
  return `成交价不能小于账单合计${formatExact(price, currency)}，请先作废或退回多余的账单`;
}

/** The deal after a requested change, if that changes its place; else undefined. */
export function movedBy(row: DealRecord, edits: DealValues): DealRecord | undefined {
  const after = { ...row, ...edits } as DealRecord;
  const isSame = (["unit_id", "unit_no", "room_id", "building"] as const).every((name) => after[name] === row[name]);
  return isSame ? undefined : after;
}

const isDraft = ({ status }: DealRecord) => status === "draft" || status === "rejected";

/** The deal with the place that it does not have yet: of a draft, or of a requested change. */
function wantedPlace(row: DealRecord): DealRecord | undefined {
  if (isDraft(row)) return row.unit_no === null ? undefined : row;
  return row.change_request ? movedBy(row, row.change_request.edits as DealValues) : undefined;
}

/** What prevents the acts that the deals' states would allow the caller, by deal number. */
export async function hindrancesOf(looking: Asking, rows: readonly DealRecord[]) {
  const { db, services } = looking;
  const asked = rows.filter(({ status }) => status !== "completed" && status !== "cancelled");
  const standings = await standingsOf(db, asked);
  // The form is checked for a draft, and again for the reviewer.
  const written = asked.filter((row) => isDraft(row) || row.status === "reviewing");
  const forms = await formHindrances(looking, written, standings);
  const wanted = asked.flatMap((row) => wantedPlace(row) ?? []);
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
    asked.flatMap((row) => {
      const standing = standings.get(row.id);
      return standing ? [[row.id, about(row, standing)]] : [];
    }),
  );
}
