import { sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { type Message, notify } from "~/server/lib/notify";
import { boardLink, isOver, type LockedUnits, type Unit, type UnitEstate, unitName } from "./state";

/** With more at once a board is told to ask for itself again. */
const mostEvents = 20;

/** Tells the open boards of an estate which of its units have changed, with the commit; without numbers, that many have. */
export async function notifyBoards(db: Db, estateId: number, unitIds: readonly number[] = []): Promise<void> {
  const isMany = unitIds.length === 0 || unitIds.length > mostEvents;
  for (const id of isMany ? [null] : unitIds) {
    const news = JSON.stringify({ topic: "board", estate: estateId, unit: id });
    await db.execute(sql`select pg_notify('events', ${news})`);
  }
}

/** Tells those who held units that they hold them no more: their time was over, or somebody else released them. */
export async function notifyHolders(
  db: Db,
  now: Date,
  { estate, units }: LockedUnits,
  by: { id: number; name: string } | "system",
  promoted: ReadonlySet<number>,
): Promise<void> {
  const messages = units.flatMap((row): Message[] => {
    if (row.status !== "held" || row.held_by === null) return [];
    const about = `${estate.name} ${unitName(row)}`;
    const to = { user_id: row.held_by, category: "deal" as const, ...boardLink(estate.id, row.building) };
    if (isOver(row, now) || by === "system")
      return [
        {
          ...to,
          title: "房号锁定已到期",
          content: `您锁定的房号【${about}】已到期，${promoted.has(row.id) ? "已转给下一位排队客户" : "已恢复可售"}。`,
          dedupe_key: `unit_hold_expire:${row.id}:${row.held_until}`,
        },
      ];
    return [{ ...to, title: "房号锁定已被释放", content: `${by.name}释放了您锁定的房号【${about}】。` }];
  });
  await notify(db, now, by === "system" ? null : by.id, messages);
}

/** Tells those who had put customers into a unit's queue what became of that. The title goes out to other platforms: it names nobody. */
export async function notifyWaiting(
  db: Db,
  now: Date,
  about: { estate: UnitEstate; row: Pick<Unit, "building" | "unit_no"> },
  told: readonly { user_id: number; title: string; say: (unit: string) => string }[],
): Promise<void> {
  const { estate, row } = about;
  const name = `${estate.name} ${unitName(row)}`;
  const messages = told.map(
    ({ say, ...rest }): Message => ({
      ...rest,
      category: "deal",
      content: say(name),
      ...boardLink(estate.id, row.building),
    }),
  );
  await notify(db, now, null, messages);
}
