import { createHmac } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { idempotency } from "~/server/database/tables/system/system";
import { found, refuse } from "./call";
import { derivedKey, seal, unseal } from "./seal";
import type { Services } from "./services";

/** A call that carries a key: whose it is, what it asks for, and with which content. */
export interface KeyedCall {
  services: Pick<Services, "secret" | "now">;
  userId: number;
  endpoint: string;
  key: string;
  content: unknown;
  /** How many days it is known. */
  days: number;
}

/** Acts, and keeps the answer in the same transaction; of a key used before, its answer. A refused call leaves no key. */
export async function answerOnce<T>(
  tx: Transaction,
  { services, userId, endpoint, key, content, days }: KeyedCall,
  act: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { secret } = services;
  const purpose = { kind: "idempotency", name: `${userId} ${endpoint} ${key}` } as const;
  // Keyed: a plain hash would let a reader of the database guess numbers and passwords.
  const body_hash = createHmac("sha256", derivedKey(secret, "idempotency"))
    .update(JSON.stringify(content))
    .digest("base64url");
  const expires_at = isoInstant(services.now().getTime() + days * 86_400_000);
  const { user_id, endpoint: called, key: sent } = idempotency;
  const [row] = await tx
    .insert(idempotency)
    .values({ user_id: userId, endpoint, key, body_hash, expires_at })
    // Changes nothing, and answers the row that is there.
    .onConflictDoUpdate({ target: [user_id, called, sent], set: { key } })
    .returning({ hash: idempotency.body_hash, reply: idempotency.reply });
  const { hash, reply: kept } = found(row);
  // A row without an answer is this transaction's own.
  if (kept !== null) {
    if (hash !== body_hash) return refuse(40907);
    // It was this very call's answer, sealed under the same secret as the hash.
    return JSON.parse(unseal({ secret }, purpose, kept)) as T;
  }
  const reply = await act(tx);
  await tx
    .update(idempotency)
    .set({ reply: seal({ secret }, purpose, JSON.stringify(reply)) })
    .where(and(eq(user_id, userId), eq(called, endpoint), eq(sent, key)));
  return reply;
}
