import { eq } from "drizzle-orm";
import { agent } from "~/server/database/tables/agent/agent";
import { estate } from "~/server/database/tables/house/estate";
import { byOf } from "~/server/lib/audit";
import { type Actor, found } from "~/server/lib/call";
import { emit } from "~/server/lib/emit";
import { type Message, notify } from "~/server/lib/notify";
import { type ClueRecord, clueLink } from "./scope";

type Told = Pick<ClueRecord, "id" | "clue_no" | "customer_name">;

export const described = ({ clue_no, customer_name }: Pick<Told, "clue_no" | "customer_name">) =>
  `【${clue_no}】${customer_name}`;

const base = { category: "clue" as const };

export async function tellReceived(
  actor: Actor,
  row: Told,
  { agent: name, estate: at, manager_id }: { agent: string; estate: string; manager_id: number },
  collides: boolean,
): Promise<void> {
  const { db, services } = actor;
  const now = services.now();
  const { link, link_id } = clueLink(row.id);
  const content = `${name}报备${described(row)}到访${at}${collides ? "，存在撞单，请判定" : ""}。`;
  await notify(db, now, byOf(actor), [
    {
      ...base,
      user_id: manager_id,
      level: collides ? "warning" : "info",
      title: "有新的报备待审核",
      content,
      link,
      link_id,
    },
  ]);
  await emit(db, now, "clue.created", { clue_id: row.id, clue_no: row.clue_no, agent: name, estate: at, link });
}

export async function tellReviewed(actor: Actor, row: ClueRecord, result: string): Promise<void> {
  const names = await namesOf(actor, row);
  const { link } = clueLink(row.id);
  await emit(actor.db, actor.services.now(), "clue.reviewed", {
    ...{ clue_id: row.id, clue_no: row.clue_no, agent: names.agent, estate: names.estate, result, link },
  });
}

export async function tellClue(
  actor: Actor,
  row: Told,
  people: readonly (number | null)[],
  message: Pick<Message, "title" | "content" | "level">,
): Promise<void> {
  const ids = [...new Set(people.flatMap((id) => id ?? []))];
  const messages = ids.map((user_id) => ({ ...base, user_id, ...clueLink(row.id), ...message }));
  await notify(actor.db, actor.services.now(), byOf(actor), messages);
}

export async function namesOf({ db }: Pick<Actor, "db">, row: Pick<ClueRecord, "agent_id" | "estate_id">) {
  const [named] = await db
    .select({ agent: agent.name, manager_id: agent.manager_id, estate: estate.name })
    .from(agent)
    .innerJoin(estate, eq(estate.id, row.estate_id))
    .where(eq(agent.id, row.agent_id));
  return found(named);
}
