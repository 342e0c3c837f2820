import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Reply } from "~/contract/endpoint";
import type { notification as contract } from "~/contract/notification/notification";
import type { Audience } from "~/contract/notification/notification-kinds";
import { agent, agentAccount } from "~/server/database/tables/agent/agent";
import { customerUser } from "~/server/database/tables/customer/audience";
import { notification, notificationReceipt } from "~/server/database/tables/notification/notification";
import { team, user } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { isPresent } from "~/server/lib/entity";
import { likeText, listOf, orderOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { containsText, includesText } from "~/server/lib/search";

type Query = z.output<typeof contract.receipts.query>;
const receipt = notificationReceipt;

/** People of that name, found in their own table. */
function named(audience: Audience, keyword: string): SQL {
  const ids = {
    staff: sql`select ${user.id} from ${user} where ${includesText(user.name, keyword)}`,
    agent: sql`select ${agentAccount.id} from ${agentAccount} where ${containsText(agentAccount.name, keyword)}`,
    user: sql`select ${customerUser.id} from ${customerUser} where ${or(
      containsText(customerUser.nickname, keyword),
      sql`${customerUser.user_no} like ${`${likeText(keyword.toUpperCase())}%`}`,
    )}`,
  }[audience];
  // With the kind, so that the index of recipients is asked for each.
  return sql`(${receipt.recipient_type} = ${audience} and ${receipt.recipient_id} in (${ids}))`;
}

export async function receiptPage(
  call: SignedCall & { query: Query },
  id: number,
): Promise<Reply<typeof contract.receipts>> {
  const { db, query } = call;
  const [present] = await db
    .select({ audience: notification.audience })
    .from(notification)
    .where(isPresent(notification, id));
  const { audience } = found(present);
  const { keyword, channel, status, reason, read } = query;
  const where = and(
    eq(receipt.notification_id, id),
    keyword ? named(audience, keyword) : undefined,
    channel?.length ? inArray(receipt.channel, channel) : undefined,
    status?.length ? inArray(receipt.status, status) : undefined,
    reason?.length ? inArray(receipt.reason, reason) : undefined,
    read === "yes" ? sql`${receipt.read_at} is not null` : undefined,
    read === "no" ? sql`(${receipt.read_at} is null and ${receipt.status} = 'sent')` : undefined,
  );
  const is = (kind: Audience) => eq(receipt.recipient_type, kind);
  const select = db
    .select({
      receipt,
      name: sql<string>`coalesce(${user.name}, ${agentAccount.name}, ${customerUser.nickname}, ${customerUser.user_no}, '#' || ${receipt.recipient_id})`,
      of: sql<string | null>`coalesce(${team.name}, ${agent.name}, ${customerUser.user_no})`,
    })
    .from(receipt)
    .leftJoin(user, and(is("staff"), eq(user.id, receipt.recipient_id)))
    .leftJoin(team, eq(team.id, user.team_id))
    .leftJoin(agentAccount, and(is("agent"), eq(agentAccount.id, receipt.recipient_id)))
    .leftJoin(agent, eq(agent.id, agentAccount.agent_id))
    .leftJoin(customerUser, and(is("user"), eq(customerUser.id, receipt.recipient_id)))
    .$dynamic();
  const parts = { select, from: receipt, where };
  const order = orderOf({ id: receipt.id }, query.sort, receipt.id);
  return listOf(db, query, { ...parts, order }, (row) => {
    const { notification_id: _, delivery_id: __, ...shown } = row.receipt;
    return { ...shown, name: row.name, of: row.of };
  });
}
