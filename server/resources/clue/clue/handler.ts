import { and, eq, isNull, sql } from "drizzle-orm";
import { clue } from "~/server/database/tables/clue/clue";
import { user } from "~/server/database/tables/system/system";
import { holdsCode } from "~/server/identity/scope";
import { refuseFields } from "~/server/lib/refusal";
import type { Actor } from "./log";

type Person = typeof user.$inferSelect;

const handlerError = (message: string) => refuseFields([{ field: "handler_id", label: "对接顾问", message }]);

/** Somebody who works here and takes customers of agents to their visit. */
export async function handlerOf({ db }: Pick<Actor, "db">, id: number): Promise<Person> {
  const [row] = await db.select().from(user).where(eq(user.id, id));
  if (!row || row.deleted_at || row.status !== "enabled") return handlerError("该员工不存在或已停用");
  const { rows } = await db.execute(sql`select 1 where ${holdsCode(sql`${id}::bigint`, "clue:clue:advance")}`);
  return rows.length ? row : handlerError("该员工不能对接线索");
}

/** Whose turn it is where nobody reviews: a seller on duty with the fewest leads at hand. One after the other until the commit. */
export async function handlerInTurn({ db }: Pick<Actor, "db">): Promise<number | null> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('clue.handler', 0))`);
  const open = sql`(select count(*) from ${clue} where ${clue.handler_id} = ${user.id} and ${clue.status} in ('valid', 'visited'))`;
  const [next] = await db
    .select({ id: user.id })
    .from(user)
    .where(
      and(
        eq(user.status, "enabled"),
        isNull(user.deleted_at),
        user.accept_inquiry,
        holdsCode(user.id, "clue:clue:advance"),
        holdsCode(user.id, "customer:pool:claim"),
      ),
    )
    .orderBy(open, user.id)
    .limit(1);
  return next?.id ?? null;
}
