import { createHash } from "node:crypto";
import { desc, eq, sql } from "drizzle-orm";
import { type ErrorCode, errors } from "~/contract/errors";
import { callsShown, keyPrefix } from "~/contract/system/key";
import { lacksRoom } from "~/server/database/lacks-room";
import { isoInstant } from "~/server/database/tables/columns";
import { apiCall, apiCallDay, apiKey } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { refuse } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { dayOf } from "~/server/lib/list";
import type { RawCall } from "~/server/lib/serve";
import { loadKey } from "./caller";

export type KeyHolder = Caller & Required<Pick<Caller, "key">>;

/** What a key calls: an endpoint by its line, or something else that has a name. */
export interface Tool {
  tool: string;
  title: string;
}

export const isKey = (token: string): boolean => token.startsWith(keyPrefix);

export const hashOfKey = (secret: string): string => createHash("sha256").update(secret).digest("hex");

type Asking = Pick<RawCall, "services" | "origin">;

/** The caller behind a key; ends the request where there is none. A try with a key that is over is counted with it. */
export async function callerOfKey(asking: Asking, secret: string, tool: Tool): Promise<KeyHolder> {
  const { services } = asking;
  const known = await loadKey(services.db, hashOfKey(secret), services.now());
  if (!known) return refuse(40100);
  if (!known.isOver) return known.caller;
  await noteCall(asking, known.caller, tool, 40100);
  return refuse(40100);
}

const isForbidden = (code: number) => code in errors && errors[code as ErrorCode].status === 403;

/**
 * Counts a call of a key, and keeps it among its last ones; what was forbidden is a line of the operation log, and so is the day's first try after
 * the key's end. It never fails the call, which has had its answer.
 */
export async function noteCall({ services, origin }: Asking, user: KeyHolder, tool: Tool, code: number): Promise<void> {
  const at = isoInstant(services.now());
  const key_id = user.key.id;
  const named = { ...tool, key_id, code };
  try {
    await services.db.transaction(async (tx) => {
      const [day] = await tx
        .insert(apiCallDay)
        .values({ ...named, day: dayOf(services.now()) })
        .onConflictDoUpdate({
          target: [apiCallDay.key_id, apiCallDay.day, apiCallDay.tool, apiCallDay.code],
          set: { count: sql`${apiCallDay.count} + 1` },
        })
        .returning({ count: apiCallDay.count });
      await tx.insert(apiCall).values({ ...named, ip: origin.ip, at });
      const last = tx
        .select({ id: apiCall.id })
        .from(apiCall)
        .where(eq(apiCall.key_id, key_id))
        .orderBy(desc(apiCall.id))
        .offset(callsShown)
        .limit(1);
      await tx.delete(apiCall).where(sql`${apiCall.key_id} = ${key_id} and ${apiCall.id} <= (${last})`);
      if (code !== 40100) await tx.update(apiKey).set({ last_used_at: at }).where(eq(apiKey.id, key_id));
      if (isForbidden(code) || (code === 40100 && day?.count === 1))
        await audit(
          { db: tx, user, origin, services },
          {
            ...{ module: "personal", action: "update", result: "failed" },
            summary: `调用被拒绝：${tool.title}，${code === 40100 ? "密钥已失效" : errors[code as ErrorCode].message}`,
            target: { type: "key", id: key_id, name: user.key.name },
          },
        );
    });
  } catch (error) {
    if (!lacksRoom(error)) services.log.warn({ err: error, request_id: origin.id }, "a key's call was not counted");
  }
}
