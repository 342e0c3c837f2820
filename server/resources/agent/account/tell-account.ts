import { and, eq, isNull, ne } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { agentAccount } from "~/server/database/tables/agent/agent";
import { isoInstant } from "~/server/database/tables/columns";
import { notification, notificationReceipt } from "~/server/database/tables/notification/notification";
import { found, pick } from "~/server/lib/call";
import { escapeHtml } from "~/server/lib/rich-text/display";
import type { Services } from "~/server/lib/services";

interface About {
  agent_id: number;
  /** Absent: the main account is told. */
  account_id: number | null;
}

/** Tells an account of an agent what became of something of its own: in the portal's inbox, and in no list of notifications. */
export async function tellAccount(
  { db, services }: { db: Db; services: Services },
  { agent_id, account_id }: About,
  { title, text }: { title: string; text: string },
): Promise<void> {
  const [account] = await pick(
    db,
    agentAccount,
    ["id"],
    and(
      eq(agentAccount.agent_id, agent_id),
      account_id === null ? eq(agentAccount.is_main, true) : eq(agentAccount.id, account_id),
      isNull(agentAccount.deleted_at),
      ne(agentAccount.status, "deregistered"),
    ),
  );
  if (!account) return;
  const at = isoInstant(services.now());
  const [said] = await db
    .insert(notification)
    .values({
      ...{ title, content: `<p>${escapeHtml(text)}</p>`, type: "system", channels: ["inbox"] },
      ...{ audience: "agent", scope: "custom", agent_ids: [agent_id] },
      ...{ status: "sent", send_at: at, ended_at: at, found_to: null },
      ...{ receipt_count: 1, done_count: 1, target_count: 1, sent_count: 1 },
      ...{ created_at: at, updated_at: at },
    })
    .returning({ id: notification.id });
  await db.insert(notificationReceipt).values({
    ...{ notification_id: found(said).id, recipient_type: "agent", recipient_id: account.id, channel: "inbox" },
    ...{ status: "sent", attempts: 1, sent_at: at },
  });
}
