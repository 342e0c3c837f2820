import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Ref } from "~/contract/common";
import { agent } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { customer, customerContact } from "~/server/database/tables/customer/customer";
import { user } from "~/server/database/tables/system/system";
import { holdsCode, userHolds } from "~/server/identity/scope";
import { type Actor, refuseFields } from "~/server/lib/call";
import { readSettings, type Settings } from "~/server/lib/settings";
import { heldBy } from "~/server/resources/shared/held-customers";
import type { ClueRecord } from "./scope";

type Person = typeof user.$inferSelect;

const handlerError = (message: string) => refuseFields([{ field: "handler_id", label: "顾问", message }]);

export async function handlerOf({ db }: Pick<Actor, "db">, id: number): Promise<Person> {
  const [row] = await db.select().from(user).where(eq(user.id, id));
  if (!row || row.deleted_at || row.status !== "enabled") return handlerError("该员工不存在或已停用");
  return (await userHolds(db, id, "clue:clue:advance")) ? row : handlerError("该员工不能对接报备");
}

const onDuty = and(
  eq(user.status, "enabled"),
  isNull(user.deleted_at),
  user.accept_inquiry,
  holdsCode(user.id, "clue:clue:advance"),
);

const hasRoom = (settings: Settings): SQL =>
  sql`(not ${holdsCode(user.id, "customer:pool:claim")} or ${heldBy(user.id)} < coalesce(${user.customer_cap}, ${settings["customer.cap"]}))`;

const atHand = sql`(select count(*) from ${clue} where ${clue.handler_id} = ${user.id} and ${clue.status} in ('valid', 'visited'))`;

/** A seller on duty with room and the fewest open leads. */
async function leastLoaded({ db }: Pick<Actor, "db">, settings: Settings): Promise<Ref | undefined> {
  const [next] = await db
    .select({ id: user.id, name: user.name })
    .from(user)
    .where(and(onDuty, holdsCode(user.id, "customer:pool:claim"), hasRoom(settings)))
    .orderBy(atHand, user.id)
    .limit(1);
  return next;
}

/** The next handler where nobody reviews. One after the other until the commit. */
export async function handlerInTurn(actor: Pick<Actor, "db">): Promise<number | null> {
  await actor.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('clue.handler', 0))`);
  return (await leastLoaded(actor, await readSettings(actor.db)))?.id ?? null;
}

type Asked = Pick<ClueRecord, "id" | "status" | "agent_id" | "phone_e164">;

/** The handlers that reviews would propose (domain C.6), by the lead's number; a lead that is not under review has none. */
export async function proposedHandlers(
  { db }: Pick<Actor, "db">,
  leads: readonly Asked[],
  settings: Settings,
): Promise<ReadonlyMap<number, Ref>> {
  const waiting = leads.filter(({ status }) => status === "pending");
  if (waiting.length === 0) return new Map();
  const holders = await holdersOf(db, waiting);
  const mode = settings["clue.suggest_handler"];
  const last = mode === "last" ? await lastOf(db, waiting, settings) : undefined;
  const least = mode === "least_load" ? await leastLoaded({ db }, settings) : undefined;
  return new Map(
    waiting.flatMap(({ id, agent_id, phone_e164 }) => {
      // Only the customer's owner may accompany them.
      const holder = phone_e164 === null ? undefined : holders.get(phone_e164);
      const one = holder ? holder.proposed : (last?.get(agent_id) ?? least);
      return one ? [[id, one] as const] : [];
    }),
  );
}

async function holdersOf(db: Actor["db"], leads: readonly Asked[]) {
  const numbers = [...new Set(leads.flatMap(({ phone_e164 }) => phone_e164 ?? []))];
  if (numbers.length === 0) return new Map<string, { proposed: Ref | undefined }>();
  const rows = await db
    .select({ phone: customerContact.value_norm, id: user.id, name: user.name, isOnDuty: sql<boolean>`${onDuty}` })
    .from(customerContact)
    .innerJoin(customer, eq(customer.id, customerContact.customer_id))
    .innerJoin(user, eq(user.id, customer.owner_id))
    .where(and(eq(customerContact.type, "phone"), inArray(customerContact.value_norm, numbers)));
  return new Map(
    rows.map(({ phone, isOnDuty, ...person }) => [phone, { proposed: isOnDuty ? person : undefined }] as const),
  );
}

async function lastOf(db: Actor["db"], leads: readonly Asked[], settings: Settings): Promise<Map<number, Ref>> {
  const newest = sql`(select c.handler_id from clue c where c.agent_id = ${agent.id} and c.handler_id is not null
    order by c.created_at desc, c.id desc limit 1)`;
  const rows = await db
    .select({ agent_id: agent.id, id: user.id, name: user.name })
    .from(agent)
    .innerJoin(user, sql`${user.id} = ${newest}`)
    .where(
      and(
        inArray(
          agent.id,
          leads.map(({ agent_id }) => agent_id),
        ),
        onDuty,
        hasRoom(settings),
      ),
    );
  return new Map(rows.map(({ agent_id, ...person }) => [agent_id, person]));
}
