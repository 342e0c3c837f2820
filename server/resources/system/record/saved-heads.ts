import { sql } from "drizzle-orm";
import type { Database } from "~/server/database/database";
import { dayOf } from "~/server/lib/list";
import { byPlace, type Head, presentHead, type SavedHeads } from "~/server/lib/log-heads";
import { keptDays } from "./chain";

type Kept = SavedHeads["heads"][number];
type Restore = SavedHeads["restores"][number];

/** What the kept heads prove about the log. */
export interface HeadReport {
  /** Heads that are in the chain, or have expired with it. */
  found: number;
  /** Heads that went with a restore of an older backup, which was written down. */
  explained: { restore: Restore; heads: Kept[] }[];
  /** Lines that are missing or changed. */
  lost: LostLines | undefined;
}

export interface LostLines {
  /** Cut off: the chain ends before the head. Rewritten: another seal has the head's place. */
  fault: "cut_off" | "rewritten";
  /** The last head or seal that is sound; undefined: none is. */
  after: Pick<Head, "day" | "place" | "log_id"> | undefined;
  /** The furthest head that is lost. */
  until: Kept;
  /** Lines between the two that are still there, changed or not. */
  remaining: number;
}

/** Compares heads that were kept outside the database with the chain. */
export async function compareHeads(db: Database, { heads, restores }: SavedHeads, now: Date): Promise<HeadReport> {
  const chains = await chainsAt(db, heads);
  const edge = dayOf(new Date(now.getTime() - keptDays * 86_400_000));
  const isFound = (head: Kept, index: number) =>
    chains[index] === head.chain || (chains[index] === null && head.day < edge);
  const found = heads.filter(isFound);
  const missing = heads.filter((head, index) => !isFound(head, index));
  const lasting = await lastingRestores(db, restores);
  const explained = lasting.map((restore) => ({
    restore,
    heads: missing.filter((head) => isLostBy(restore, head)),
  }));
  const lost = missing.filter((head) => !lasting.some((restore) => isLostBy(restore, head)));
  const [first] = lost;
  const until = lost.at(-1);
  return {
    found: found.length,
    explained: explained.filter((one) => one.heads.length > 0),
    lost:
      first && until ? await describe(db, found.filter((head) => byPlace(head, first) < 0).at(-1), until) : undefined,
  };
}

/** The chain's value at each head's place; null where there is no seal. */
async function chainsAt(db: Database, heads: readonly Head[]): Promise<(string | null)[]> {
  const places = JSON.stringify(heads.map(({ day, place }, number) => ({ number, day, place })));
  const { rows } = await db.execute<{ chain: string | null }>(sql`
    select s.chain from json_to_recordset(${places}::json) as head (number integer, day date, place integer)
    left join operation_seal s on s.day = head.day and s.place = head.place order by head.number`);
  return rows.map(({ chain }) => chain);
}

/** Restores whose head the chain still has: it went on from there. */
async function lastingRestores(db: Database, restores: readonly Restore[]): Promise<Restore[]> {
  const allHeads = restores.flatMap(({ head }) => head ?? []);
  const chains = await chainsAt(db, allHeads);
  return restores.filter(({ head }) => head === null || chains.includes(head.chain));
}

const isLostBy = ({ restored_at, head }: Restore, kept: Kept) =>
  Date.parse(kept.kept_at) <= Date.parse(restored_at) && (head === null || byPlace(head, kept) < 0);

async function describe(db: Database, sound: Head | undefined, until: Kept): Promise<LostLines> {
  const present = await presentHead(db);
  const isCutOff = !present || byPlace(present, until) < 0;
  const after = isCutOff && present && (!sound || byPlace(sound, present) < 0) ? present : sound;
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from operation_log
    where id > ${after?.log_id ?? "0"}::bigint and id <= ${until.log_id}::bigint`);
  return { fault: isCutOff ? "cut_off" : "rewritten", after, until, remaining: rows[0]?.count ?? 0 };
}

export const placeText = ({ day, place, log_id }: Pick<Head, "day" | "place" | "log_id">): string =>
  `${day} 第 ${place} 条（日志编号 ${log_id}）`;

/** What was lost, and what proves it. */
export function lostText({ fault, after, until, remaining }: LostLines): string {
  const from = after ? `${placeText(after)}之后` : "最初";
  const range = `${from}至${placeText(until)}`;
  const what = fault === "cut_off" ? `日志末尾被截去，缺少${range}的日志` : `封条被重写，${range}的日志有缺失或改动`;
  return [
    `${what}，其间现存 ${remaining} 条。`,
    `依据：${until.kept_at} 存入 ${until.file} 的链值 ${until.chain}。`,
    "若曾用 npm run restore 以外的办法把数据库恢复到较早的时刻，请核实后运行 npm run verify-log -- --restored 记下。",
  ].join("\n");
}
