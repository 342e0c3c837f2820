import { sql } from "drizzle-orm";
import { customer } from "~/contract/customer/customer";
import { tracking } from "~/contract/customer/tracking";
import { pathOf } from "~/contract/endpoint";
import { setting } from "~/server/database/tables/system/system";
import { emailOf } from "./generate";
import { type Ask, answerOf, latencyOf, rateOf } from "./load";
import type { BenchRow, BenchTable } from "./report";
import { tokenOf } from "./server";
import type { Site } from "./site";

const sellers = 8;
/** Staff 12 to 19 sell, in team 2. */
const firstSeller = 12;

/** A claim and a follow-up, each with its audit line in one durable commit: alone, and by eight sellers at once. */
export async function measureWrites(
  site: Site,
  { times, seconds }: { times: number; seconds: number },
): Promise<BenchTable> {
  const { db, pool } = site.database;
  await db.insert(setting).values({ key: "pool.claim_daily_limit", value: 500 });
  await pool.query("create table bench_commit (at timestamptz)");
  const limitValue = await rateOf(sellers, seconds, () => pool.query("insert into bench_commit values (now())"));
  const sellersTokens = await Promise.all(
    Array.from({ length: sellers }, (_, index) => tokenOf(db, emailOf(`staff${firstSeller + index}`))),
  );
  const acts = [
    {
      what: "领取 claim",
      tokens: sellersTokens,
      next: claims(await idsOf(site, sql`owner_id is null and last_owner_id is null`)),
    },
    {
      what: "新增跟进 follow-up",
      tokens: [site.tokens.super_admin],
      next: followUps(await idsOf(site, sql`owner_id is not null`)),
    },
  ];
  const rows: BenchRow[] = [];
  for (const { what, tokens, next } of acts) {
    const alone = await latencyOf(site.line, times, () => next(tokens[0] ?? ""));
    rows.push({ what: `${what}, 1 client`, value: alone.median, unit: "ms", p95: alone.p95 });
    let turn = 0;
    const rate = await rateOf(sellers, seconds, () => answerOf(site.line, next(tokens[turn++ % tokens.length] ?? "")));
    const compared = { limit: "commit", limitValue, ratio: rate / limitValue };
    rows.push({ what: `${what}, ${sellers} clients`, value: rate, unit: "/s", ...compared });
  }
  return {
    title: "写入 writes",
    note: "With audit line, owner log and messages in one durable commit. The limit is a commit of one narrow row by pg alone.",
    rows,
  };
}

/** Follow-ups on owned customers, by whoever may write them on anybody. */
export const followUpsOf = async (site: Site): Promise<() => Ask> => {
  const next = followUps(await idsOf(site, sql`owner_id is not null`));
  return () => next(site.tokens.super_admin);
};

/** Customers of a kind, who are not blacklisted, in any order that is the same every time. */
async function idsOf({ database }: Site, where: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await database.db.execute<{ id: string }>(
    sql`select id from customer where ${where} and deleted_at is null and not is_blacklisted order by id limit 20000`,
  );
  return rows.map(({ id }) => Number(id));
}

type NextAsk = (token: string) => Ask;

function claims(ids: number[]): NextAsk {
  let next = 0;
  return (token) => ({
    method: "PUT",
    path: pathOf(customer.claim, { id: ids[next++ % ids.length] ?? 0 }),
    token,
    body: { action: "claim" },
  });
}

function followUps(ids: number[]): NextAsk {
  let next = 0;
  return (token) => ({
    method: "POST",
    path: pathOf(tracking.create),
    token,
    body: {
      customer_id: ids[next++ % ids.length],
      type: "call",
      content: "电话沟通，客户对户型满意，约好下周再联系。",
      tracked_at: new Date().toISOString(),
    },
  });
}
