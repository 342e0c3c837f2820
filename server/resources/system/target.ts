import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Change } from "~/contract/common";
import { target as contract, type TargetItem, type TargetMetric, targetMetrics } from "~/contract/system/target";
import { target } from "~/server/database/tables/system/admin";
import { team, user } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { pick, refuse, type SignedCall, setRow } from "~/server/lib/call";
import { changedBy, createdBy } from "~/server/lib/entity";
import { serve } from "~/server/lib/serve";
import { monthOf } from "~/server/resources/shared/range";
import { viewerOf } from "../customer/customer/view";
import { targetsOf, valueText } from "./target/month";
import { peopleInReach, teamsInReach } from "./target/reach";

type Row = typeof target.$inferSelect;

/** Sets, changes and removes targets of a month; all of them or none. */
async function setTargets(call: SignedCall, { month, items }: z.output<typeof contract.update.body>) {
  const { db } = call;
  await lockMonth(call, month);
  const names = await namesInReach(call, items);
  const present = new Map((await rowsOf(call, month)).map((row) => [keyOf(row), row]));
  const changes: Change[] = [];
  let removed = 0;
  // The last value for a cell counts.
  for (const [key, item] of new Map(items.map((one) => [keyOf(one), one]))) {
    const row = present.get(key);
    const before = row ? valueText(row.value) : null;
    const after = item.value || null;
    if (sameValue(before, after)) continue;
    if (row && after === null) await db.delete(target).where(eq(target.id, row.id));
    else if (row && after !== null) await setRow(db, target, row.id, { value: after, ...changedBy(call) });
    else if (after !== null) await db.insert(target).values(newRow(call, { ...item, month, value: after }));
    if (after === null) removed++;
    changes.push({ field: key, label: `${names.get(subjectOf(item))} ${labelOf(item.metric)}`, before, after });
  }
  if (changes.length)
    await audit(call, {
      module: "system",
      action: "setting",
      summary: `设置${month}月度目标（${changes.length}项）`,
      changes,
    });
  return { changed: changes.length - removed, removed };
}

/** Copies a month's targets inside the scope; targets that the other month has already stay, and people who have left get none. */
async function copyTargets(call: SignedCall, { from, to }: z.output<typeof contract.copy.body>) {
  const { db } = call;
  await lockMonth(call, to);
  const taken = new Set((await rowsOf(call, to)).map(keyOf));
  const given = await rowsInReach(call, from);
  const missing = given.filter((row) => !taken.has(keyOf(row)));
  if (missing.length) {
    await db.insert(target).values(missing.map((row) => newRow(call, { ...row, month: to })));
    await audit(call, {
      module: "system",
      action: "setting",
      summary: `复制${from}月度目标到${to}（${missing.length}项）`,
    });
  }
  return { copied: missing.length, kept: given.length - missing.length };
}

/** One after the other writes a month. */
const lockMonth = ({ db }: SignedCall, month: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext(${`target:${month}`}))`);

const rowsOf = ({ db }: SignedCall, month: string): Promise<Row[]> =>
  db.select().from(target).where(eq(target.month, month));

/** The names of the targets' people and teams; 40301 when one is outside the caller's scope, or is not there. */
async function namesInReach({ db, user: caller }: SignedCall, items: readonly TargetItem[]) {
  const teamIds = [...new Set(items.flatMap(({ team_id }) => team_id ?? []))];
  const userIds = [...new Set(items.flatMap(({ user_id }) => user_id ?? []))];
  const teams = await pick(db, team, ["id", "name"], and(inArray(team.id, teamIds), teamsInReach(caller)));
  const people = await pick(
    db,
    user,
    ["id", "name"],
    and(inArray(user.id, userIds), isNull(user.deleted_at), peopleInReach(caller)),
  );
  if (teams.length < teamIds.length || people.length < userIds.length) return refuse(40301);
  return new Map<string, string>([
    ...teams.map(({ id, name }) => [`team:${id}`, name] as [string, string]),
    ...people.map(({ id, name }) => [`user:${id}`, name] as [string, string]),
  ]);
}

/** The targets of a month that the caller may set: of active teams and people. */
async function rowsInReach({ db, user: caller }: SignedCall, month: string): Promise<Row[]> {
  const rows = await db
    .select({ row: target })
    .from(target)
    .leftJoin(team, eq(team.id, target.team_id))
    .leftJoin(user, eq(user.id, target.user_id))
    .where(
      and(
        eq(target.month, month),
        or(
          and(eq(target.dim, "team"), eq(team.status, "enabled"), teamsInReach(caller)),
          and(eq(target.dim, "user"), ne(user.status, "resigned"), isNull(user.deleted_at), peopleInReach(caller)),
        ),
      ),
    );
  return rows.map(({ row }) => row);
}

type Cell = Pick<Row, "month" | "dim" | "metric" | "value"> & { team_id?: number | null; user_id?: number | null };

const newRow = (call: SignedCall, { month, dim, team_id = null, user_id = null, metric, value }: Cell) => ({
  ...{ month, dim, team_id, user_id, metric, value },
  ...createdBy(call),
});

const subjectOf = ({ dim, team_id, user_id }: Pick<Cell, "dim" | "team_id" | "user_id">) =>
  `${dim}:${team_id ?? user_id}`;
const keyOf = (cell: Pick<Cell, "dim" | "team_id" | "user_id" | "metric">) => `${subjectOf(cell)}:${cell.metric}`;
const labelOf = (metric: TargetMetric) => targetMetrics[metric].label;
const sameValue = (one: string | null, other: string | null) =>
  one === null || other === null ? one === other : Number(one) === Number(other);

export const targetHandlers = [
  serve(contract.list, async (call) => {
    const viewer = await viewerOf(call);
    return targetsOf(call.db, viewer, call.query.month ?? monthOf(viewer.now));
  }),

  serve(contract.update, (call) => setTargets(call, call.body)),

  serve(contract.copy, (call) => copyTargets(call, call.body)),
];
