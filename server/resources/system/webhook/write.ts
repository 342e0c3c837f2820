import { eq } from "drizzle-orm";
import type { z } from "zod";
import { WebhookCreate, type WebhookStatus, WebhookUpdate, webhookProviders } from "~/contract/system/webhook";
import { webhook } from "~/server/database/tables/system/admin";
import { type AuditAction, audit, changesOf } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { changedBy, checkVersion, createdBy } from "~/server/lib/entity";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { seal } from "~/server/lib/seal";
import { urlProblem } from "./url";

type Webhook = typeof webhook.$inferSelect;

/** What the log names, and does not show: whoever knows it may write in the group's name. */
const hidden = new Set(["url", "secret"]);

export async function createWebhook(call: SignedCall, body: z.output<typeof WebhookCreate>): Promise<{ id: number }> {
  const { db } = call;
  const { name, provider, url, secret, events } = body;
  checkUrl(provider, url);
  if (provider === "custom" && secret === null)
    return refuseFields([{ field: "secret", label: "签名密钥", message: "请输入签名密钥" }]);
  const [created] = await db
    .insert(webhook)
    .values({
      name,
      provider,
      url: sealedUrl(call, url),
      secret: provider === "custom" ? sealedSecret(call, secret) : null,
      events: unique(events),
      ...createdBy(call),
    })
    .onConflictDoNothing({ target: webhook.name })
    .returning();
  if (!created) return refuse(40900, { label: name });
  const changes = changesOf(WebhookCreate, {}, { name, provider, url, events }, hidden);
  await auditWebhook(call, created, "create", `新增Webhook：${name}`, changes);
  return { id: created.id };
}

/** `current` is what a stale form is answered with. */
export async function changeWebhook(
  call: SignedCall,
  id: number,
  body: z.output<typeof WebhookUpdate>,
  current: () => Promise<unknown>,
): Promise<void> {
  const { name, url, events, version } = body;
  const row = await lockWebhook(call, id);
  await checkVersion(row, version, current);
  if (url !== null) checkUrl(row.provider, url);
  // Only these requests are signed.
  const secret = row.provider === "custom" ? body.secret : null;
  const typed = {
    name,
    events: unique(events),
    ...(url === null ? {} : { url }),
    ...(secret === null ? {} : { secret }),
  };
  // The typed address and secret stand against what cannot be compared: they count as changed.
  const changes = changesOf(WebhookUpdate, { name: row.name, events: row.events }, typed, hidden);
  if (changes.length === 0) return;
  await refuseTaken(call, name, id);
  await write(call, row, {
    name,
    events: typed.events,
    ...(url === null ? {} : { url: sealedUrl(call, url) }),
    ...(secret === null ? {} : { secret: sealedSecret(call, secret) }),
  });
  await auditWebhook(call, row, "update", `编辑Webhook：${name}`, changes);
}

export async function removeWebhook(call: SignedCall, id: number): Promise<void> {
  const row = await lockWebhook(call, id);
  await call.db.delete(webhook).where(eq(webhook.id, id));
  await auditWebhook(call, row, "delete", `删除Webhook：${row.name}`);
}

/** Whoever enables one again lets it fail anew. */
export async function setStatus(call: SignedCall, id: number, status: WebhookStatus): Promise<void> {
  const row = await lockWebhook(call, id);
  if (row.status === status) return refuse(40902);
  await write(call, row, { status, ...(status === "enabled" ? { fail_count: 0 } : {}) });
  const [before, after] = status === "enabled" ? ["停用", "启用"] : ["启用", "停用"];
  await auditWebhook(call, row, "update", `${after}Webhook：${row.name}`, [
    { field: "status", label: "状态", before, after },
  ]);
}

async function write(call: SignedCall, row: Webhook, change: Partial<Webhook>): Promise<void> {
  await call.db
    .update(webhook)
    .set({ ...change, version: row.version + 1, ...changedBy(call) })
    .where(eq(webhook.id, row.id));
}

async function lockWebhook({ db }: SignedCall, id: number): Promise<Webhook> {
  const [row] = await db.select().from(webhook).where(eq(webhook.id, id)).for("update");
  return found(row);
}

async function refuseTaken({ db }: SignedCall, name: string, id: number): Promise<void> {
  const [other] = await db.select({ id: webhook.id }).from(webhook).where(eq(webhook.name, name));
  if (other && other.id !== id) refuse(40900, { label: name });
}

function checkUrl(provider: string, url: string): void {
  const message = urlProblem(provider, url);
  if (message) refuseFields([{ field: "url", label: "地址", message }]);
}

const sealedUrl = ({ services }: SignedCall, url: string) => seal(services, { kind: "webhook", name: "url" }, url);
const sealedSecret = ({ services }: SignedCall, secret: string | null) =>
  secret === null ? null : seal(services, { kind: "webhook", name: "secret" }, secret);

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

const auditWebhook = (
  call: SignedCall,
  { id, name, provider }: Webhook,
  action: AuditAction,
  summary: string,
  changes?: Parameters<typeof audit>[1]["changes"],
): Promise<void> =>
  audit(call, {
    module: "system",
    action,
    target: { type: "webhook", id, name: `${name}（${webhookProviders[provider as keyof typeof webhookProviders]}）` },
    summary,
    changes,
  });
