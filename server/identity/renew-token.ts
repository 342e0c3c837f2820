import { eq } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { session } from "~/server/database/tables/system/system";
import type { Caller } from "~/server/lib/caller";
import { found, refuse } from "~/server/lib/refusal";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { signToken } from "./token";

/** A new token in place of one issued at `shownAt` (0: a provider's), never past the session's end. Calls at once get tokens of one moment. */
export async function renewToken(services: Services, caller: Caller, shownAt: number): Promise<string> {
  const { "auth.token_ttl_hours": hours, "auth.session_days": days } = await readSettings(services.db);
  // A token's time is in whole seconds.
  const now = Math.floor(services.now().getTime() / 1000) * 1000;
  const isMine = eq(session.id, caller.sessionId);
  const present = await services.db.transaction(async (tx) => {
    const [row] = await tx.select().from(session).where(isMine).for("update");
    const { created_at, expires_at, renewed_at } = found(row);
    if (renewed_at && Date.parse(renewed_at) > shownAt) return { renewed_at, expires_at };
    const end = Date.parse(created_at) + days * 86_400_000;
    if (end <= now) return refuse(40100);
    const renewed = {
      renewed_at: isoInstant(now),
      expires_at: isoInstant(Math.min(now + hours * 3_600_000, end)),
    };
    await tx.update(session).set(renewed).where(isMine);
    return renewed;
  });
  const issued = new Date(present.renewed_at);
  const seconds = Math.floor((Date.parse(present.expires_at) - issued.getTime()) / 1000);
  const claims = { userId: caller.id, sessionId: caller.sessionId, name: caller.name };
  return signToken(services.secret, claims, seconds, issued);
}
