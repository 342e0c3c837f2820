import type { Page } from "~/contract/common";
import { type BlockData, type DashboardBlock, dashboard } from "~/contract/dashboard/dashboard";
import { figureRows } from "~/contract/dashboard/figure-rows";
import { type Metric, metrics, type Todo } from "~/contract/dashboard/metrics";
import type { BillingRow } from "~/contract/deal/billing-record";
import type { DealRow } from "~/contract/deal/deal-record";
import type { testApi } from "./api";

type As = Awaited<ReturnType<ReturnType<typeof testApi>["as"]>>;
type Query = Omit<NonNullable<NonNullable<Parameters<As>[1]>["query"]>, "blocks">;

/** One block of the dashboard, asked for alone; fails where the block did. */
export async function blockOf<B extends DashboardBlock>(as: As, block: B, query: object = {}): Promise<BlockData[B]> {
  const { data } = await as(dashboard.get, { query: { ...(query as Query), blocks: [block] } });
  const answer = data[block];
  if (!answer?.data) throw new Error(`${block}: ${answer?.error?.code}`);
  // The block of that name.
  return answer.data as BlockData[B];
}

/** The figures of the cards by their keys. */
export async function figuresOf(as: As, query: object = {}) {
  const { list } = await blockOf(as, "kpi", query);
  return Object.fromEntries(list.map((one) => [one.key, one]));
}

/** How many wait in each of a person's queues. */
export const queuesOf = async (as: As): Promise<Partial<Record<Todo, number>>> =>
  Object.fromEntries((await blockOf(as, "todo")).map(({ key, count }) => [key, count]));

/** Adds up to what a figure says, from the rows that it opens: as many as they are, or what they come to in CNY, by today's rates where a line has none; of a percentage its upper part. */
export async function recounted(as: As, key: Metric, query: object, rates: ReadonlyMap<string, string>) {
  const { rows, unit } = metrics[key];
  // The kind's own endpoint knows the metric.
  const endpoint = figureRows[rows] as typeof figureRows.inquiry;
  const read = async (page: number) => {
    const { data } = await as(endpoint, {
      query: { ...(query as Query), metric: key as "inquiry_new", page, page_size: 100 },
    });
    // For deals and billing lines the amounts are read, too.
    return data as unknown as Page<Partial<Amounts>>;
  };
  const first = await read(1);
  if (unit !== "cny") return first.total;
  const list = [...first.list];
  for (let page = 2; list.length < first.total; page += 1) list.push(...(await read(page)).list);
  const amountOf = ({ amount_cny, amount, paid_amount, fx_rate_to_cny, currency = "" }: Partial<Amounts>) => {
    if (amount_cny !== undefined) return Number(amount_cny ?? 0);
    const paid = key === "commission_received" ? (paid_amount ?? amount) : amount;
    return Number(paid) * Number(fx_rate_to_cny ?? rates.get(currency));
  };
  return list.reduce((sum, row) => sum + amountOf(row), 0);
}

/** Whether a recount comes to a figure: what lines come to in CNY is rounded once, at the end. */
export const isSame = (found: number, value: number | null | undefined): boolean =>
  typeof value === "number" && Math.abs(found - value) < 0.5;

type Amounts = Pick<DealRow, "amount_cny"> & Pick<BillingRow, "amount" | "paid_amount" | "fx_rate_to_cny" | "currency">;
