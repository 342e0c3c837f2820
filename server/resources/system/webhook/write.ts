import { ne } from "drizzle-orm";
import type { z } from "zod";
import { WebhookCreate, type WebhookStatus, WebhookUpdate, webhookProviders } from "~/contract/system/webhook";
import { webhook } from "~/server/database/tables/system/admin";
import { changesOf } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { isNameTaken } from "~/server/lib/names";
import { refuse, refuseFields } from "~/server/lib/refusal";
import { seal } from "~/server/lib/seal";
import { urlProblem } from "./url";
import { webhookOf } from "./webhook-list";

/** What the log names, and does not show: a reader who knows it may write in the group's name. */
const hidden = new Set(["url", "secret"]);

export const webhooks = entity({
  table: webhook,
  module: "system",
  type: "webhook",
  title: "Webhook",
  separator: "：",
  nameOf: ({ name, provider }) => `${name}（${webhookProviders[provider as keyof typeof webhookProviders]}）`,
  describe: ({ name }) => name,
  unique: ({ name }) => name,
  present: webhookOf,
});

export async function createWebhook(call: SignedCall, body: z.output<typeof WebhookCreate>): Promise<{ id: number }> {
  const { name, provider, url, secret, events } = body;
  checkUrl(provider, url);
  if (provider === "custom" && secret === null)
    return refuseFields([{ field: "secret", label: "签名密钥", message: "请输入签名密钥" }]);
  await refuseTaken(call, name);
  const values = {
    name,
    provider,
    url: sealedUrl(call, url),
    secret: provider === "custom" ? sealedSecret(call, secret) : null,
    events: unique(events),
  };
  const changes = changesOf(WebhookCreate, {}, { name, provider, url, events }, hidden);
  const { id } = await webhooks.create(call, values, { changes });
  return { id };
}

export async function changeWebhook(call: SignedCall, id: number, body: z.output<typeof WebhookUpdate>): Promise<void> {
  const { name, url, events, version } = body;
  const row = await webhooks.lock(call, id, version);
  if (url !== null) checkUrl(row.provider, url);
  // Only these requests are signed.
  const secret = row.provider === "custom" ? body.secret : null;
  const typed = {
    name,
    events: unique(events),
    ...(url === null ? {} : { url }),
    ...(secret === null ? {} : { secret }),
  };
  // The typed address and secret have nothing to be compared with: they count as changed.
  const changes = changesOf(WebhookUpdate, { name: row.name, events: row.events }, typed, hidden);
  if (changes.length === 0) return;
  await refuseTaken(call, name, row);
  const values = {
    name,
    events: typed.events,
    ...(url === null ? {} : { url: sealedUrl(call, url) }),
    ...(secret === null ? {} : { secret: sealedSecret(call, secret) }),
  };
  await webhooks.change(call, row, values, { named: row, summary: `编辑Webhook：${name}`, changes });
}

/** A webhook that is enabled again may fail anew. */
export async function setStatus(call: SignedCall, id: number, status: WebhookStatus): Promise<void> {
  const row = await webhooks.lock(call, id);
  if (row.status === status) return refuse(40902);
  const [before, after] = status === "enabled" ? ["停用", "启用"] : ["启用", "停用"];
  const changes = [{ field: "status", label: "状态", before, after }];
  const values = { status, ...(status === "enabled" ? { fail_count: 0 } : {}) };
  await webhooks.change(call, row, values, { verb: after, changes });
}

async function refuseTaken(call: SignedCall, name: string, before?: typeof webhook.$inferSelect): Promise<void> {
  const others = before && ne(webhook.id, before.id);
  if (await isNameTaken(call, { column: webhook.name, name, before: before?.name, others }))
    refuse(40900, { label: name });
}

function checkUrl(provider: string, url: string): void {
  const message = urlProblem(provider, url);
  if (message) refuseFields([{ field: "url", label: "地址", message }]);
}

const sealedUrl = ({ services }: SignedCall, url: string) => seal(services, { kind: "webhook", name: "url" }, url);
const sealedSecret = ({ services }: SignedCall, secret: string | null) =>
  secret === null ? null : seal(services, { kind: "webhook", name: "secret" }, secret);

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];
