import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { broker } from "~/server/database/tables/system/admin";
import { user } from "~/server/database/tables/system/system";
import { holdsCode } from "~/server/identity/scope";
import { pick } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { notify } from "~/server/lib/notify";
import { isExpiring } from "~/server/resources/system/broker";
import { daily, type Job } from "../scheduler";

const chunkSize = 100;

/** Tells those who keep the brokers of licences that end soon: once for each broker and end, so a renewed licence earns a new warning. */
export const brokerLicense: Job = {
  name: "broker_license",
  lastTurn: daily("09:00"),
  async run({ services, signal }) {
    const { db } = services;
    const now = services.now();
    const keepers = await pick(
      db,
      user,
      ["id"],
      and(eq(user.status, "enabled"), isNull(user.deleted_at), holdsCode(user.id, "system:broker:manage")),
    );
    let told = 0;
    for (let lastId = 0; ; ) {
      signal.throwIfAborted();
      const rows = await db
        .select({
          id: broker.id,
          broker_no: broker.broker_no,
          name: broker.name,
          expires: sql<string>`${broker.license_expire_at}::text`,
        })
        .from(broker)
        .where(and(isNull(broker.deleted_at), eq(broker.status, "enabled"), isExpiring(now), gt(broker.id, lastId)))
        .orderBy(broker.id)
        .limit(chunkSize);
      told += await notify(
        db,
        now,
        null,
        rows.flatMap((row) =>
          keepers.map(({ id }) => ({
            user_id: id,
            ...messageOf(row, dayOf(now)),
            dedupe_key: `broker_license:${row.id}:${row.expires}:${id}`,
          })),
        ),
      );
      const last = rows.at(-1);
      if (!last) return `${told} told`;
      lastId = last.id;
    }
  },
};

function messageOf(
  { id, broker_no, name, expires }: { id: number; broker_no: string; name: string; expires: string },
  today: string,
) {
  const isOver = expires < today;
  return {
    category: "system" as const,
    level: "warning" as const,
    title: isOver ? "房产经纪牌照已到期" : "房产经纪牌照即将到期",
    content: `房产经纪【${broker_no}】${name}的牌照${isOver ? "已" : "将"}于${expires}到期，请及时更新。`,
    link: `/system/broker?edit=${id}`,
    link_id: id,
  };
}
