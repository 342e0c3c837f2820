import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { estate } from "~/server/database/tables/house/estate";
import { role, user, userRole } from "~/server/database/tables/system/system";
import { worksWith } from "~/server/identity/scope";
import { byOf } from "~/server/lib/audit";
import { type Actor, found, pick } from "~/server/lib/call";
import { emit } from "~/server/lib/emit";
import { type Message, notify } from "~/server/lib/notify";
import { leadersOf } from "~/server/resources/shared/leaders";
import { type DealRecord, dealLink } from "./record";

type Told = Pick<DealRecord, "id" | "deal_no" | "owner_id" | "estate_id" | "building" | "unit_no">;

export async function describedDeal({ db }: Pick<Actor, "db">, row: Told): Promise<string> {
  const [at] = await db.select({ name: estate.name }).from(estate).where(eq(estate.id, row.estate_id));
  const unit = [row.building, row.unit_no].filter(Boolean).join(" ");
  return `【${row.deal_no}】${found(at).name}${unit ? ` ${unit}` : ""}`;
}

export async function tellDeal(
  actor: Actor,
  row: Pick<DealRecord, "id">,
  people: readonly (number | null)[],
  message: Pick<Message, "title" | "content" | "level" | "dedupe_key">,
): Promise<void> {
  const ids = [...new Set(people.flatMap((id) => id ?? []))];
  const messages = ids.map((user_id) => ({ category: "deal" as const, user_id, ...dealLink(row.id), ...message }));
  await notify(actor.db, actor.services.now(), byOf(actor), messages);
}

/** The reviewers of a seller's deals: those of their team, else the nearest leader above. */
export async function reviewersOf({ db }: Pick<Actor, "db">, ownerId: number): Promise<number[]> {
  const rows = await pick(
    db,
    user,
    ["id"],
    and(
      worksWith("deal:deal:review"),
      sql`${user.team_id} = (select o.team_id from "user" o where o.id = ${ownerId})`,
      ne(user.id, ownerId),
    ),
  );
  if (rows.length > 0) return rows.map(({ id }) => id);
  const leader = (await leadersOf(db, [ownerId])).get(ownerId);
  return leader === undefined ? [] : [leader];
}

export async function financeOf({ db }: Pick<Actor, "db">): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: user.id })
    .from(user)
    .innerJoin(userRole, eq(userRole.user_id, user.id))
    .innerJoin(role, eq(role.id, userRole.role_id))
    .where(
      and(
        eq(user.status, "enabled"),
        isNull(user.deleted_at),
        eq(role.status, "enabled"),
        eq(role.code, "finance"),
        sql`${role.permissions} ? 'deal:billing:confirm'`,
      ),
    );
  return rows.map(({ id }) => id);
}

export async function emitContracted(actor: Actor, row: DealRecord): Promise<void> {
  const { db, services } = actor;
  const [at] = await db.select({ name: estate.name }).from(estate).where(eq(estate.id, row.estate_id));
  const [owner] = await db.select({ name: user.name }).from(user).where(eq(user.id, row.owner_id));
  await emit(db, services.now(), "deal.contracted", {
    ...{ deal_id: row.id, deal_no: row.deal_no, estate: found(at).name, owner: owner?.name ?? "" },
    ...{ amount: row.deal_price, currency: row.currency },
    link: dealLink(row.id).link,
  });
}
