import { randomUUID } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { signInFailures } from "~/contract/personal/user";
import { adminCode } from "~/contract/system/role";
import { isoInstant } from "~/server/database/tables/columns";
import { loginAttempt, loginLog, user } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { type Origin, refuse } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import type { Services } from "~/server/lib/services";
import { householdOf } from "~/server/lib/try-limit";
import { attemptKey, refuseLocked } from "./attempts";
import { colleagues } from "./caller";
import { checkNobody, checkPassword } from "./password-rule";
import { signToken, type TokenClaims } from "./token";

/** While the disk is full no session can be written: a super administrator gets one in this process that only reads (decision 1210). */

type UserRow = typeof user.$inferSelect;

const seconds = 15 * 60;
/** Tries of an account, and of a household, within the same time: counted here, right ones too. */
const tries = { account: 5, household: 20 };
/** Lines that wait to be written: a flood of tries must not take the memory. Further ones are only in the server's own log. */
const mostLines = 200;

interface Line {
  person: Pick<UserRow, "id" | "name"> | undefined;
  reason: keyof typeof signInFailures | undefined;
  origin: Pick<Origin, "id" | "ip" | "ua">;
  at: string;
}

interface State {
  sessions: Map<string, { userId: number; until: number }>;
  lines: Line[];
  byAccount: RateLimiterMemory;
  byHousehold: RateLimiterMemory;
}

/** By the log, which every copy of a server's services shares. */
const states = new WeakMap<Services["log"], State>();

function stateOf({ log }: Services): State {
  const state = states.get(log) ?? {
    sessions: new Map(),
    lines: [],
    byAccount: new RateLimiterMemory({ keyPrefix: "account", points: tries.account, duration: seconds }),
    byHousehold: new RateLimiterMemory({ keyPrefix: "household", points: tries.household, duration: seconds }),
  };
  states.set(log, state);
  return state;
}

interface Trying {
  services: Services;
  origin: Origin;
  email: string;
  password: string;
  row: UserRow | undefined;
}

/** Sign-in by password where nothing can be written. A user who may not read meanwhile is told that the disk is full. */
export async function signInWhileFull({ services, origin, email, password, row }: Trying) {
  const state = stateOf(services);
  const now = services.now();
  const counted = [
    () => state.byHousehold.consume(householdOf(origin.ip)),
    () => state.byAccount.consume(attemptKey(services, email).email_hash),
  ];
  for (const count of counted) await count().catch(() => refuse(42900));
  await refuseShut(services, email, now);
  const isRight = row ? await checkPassword(row.password_hash, password) : await checkNobody(password);
  if (!row || !isRight) {
    note(services, origin, row, row ? "bad_password" : "not_found");
    return refuse(40101);
  }
  if (row.status !== "enabled") {
    note(services, origin, row, "disabled");
    return refuse(40102);
  }
  if (!(await administrator(services, row.id))) return refuse(50301);
  // Judging took its time.
  if (!services.isDiskFull?.()) return refuse(50301);
  const id = randomUUID();
  for (const [old, { until }] of state.sessions) if (until <= now.getTime()) state.sessions.delete(old);
  state.sessions.set(id, { userId: row.id, until: now.getTime() + seconds * 1000 });
  note(services, origin, row, undefined);
  const token = await signToken(services.secret, { userId: row.id, sessionId: id, name: row.name }, seconds, now);
  return {
    access_token: token,
    token_type: "Bearer" as const,
    expires_in: seconds,
    must_change_password: row.must_change_password,
  };
}

/** A lock from before the disk was full still holds, for whichever browser. */
async function refuseShut(services: Services, email: string, now: Date): Promise<void> {
  const { email_hash } = attemptKey(services, email);
  const [shut] = await services.db
    .select({ until: loginAttempt.locked_until })
    .from(loginAttempt)
    .where(and(eq(loginAttempt.email_hash, email_hash), gt(loginAttempt.locked_until, isoInstant(now))))
    .limit(1);
  if (shut?.until) refuseLocked(services, shut.until);
}

/** Somebody as a caller, if they may work here and do everything. */
async function administrator({ db }: Services, id: number): Promise<Caller | undefined> {
  const [person] = await colleagues(db, { where: eq(user.id, id), order: user.id.getSQL(), limit: 1 });
  return person?.roles.some(({ code }) => code === adminCode) ? person : undefined;
}

/** The caller behind a session of this kind; undefined where there is none, or no longer. */
export async function callerWhileFull(services: Services, claims: TokenClaims): Promise<Caller | undefined> {
  const held = states.get(services.log)?.sessions.get(claims.sessionId);
  if (!held || held.userId !== claims.userId || held.until <= services.now().getTime()) return undefined;
  if (!services.isDiskFull?.()) return undefined;
  const person = await administrator(services, held.userId);
  if (!person) return undefined;
  const [row] = await services.db
    .select({ mustChangePassword: user.must_change_password })
    .from(user)
    .where(eq(user.id, person.id));
  return {
    ...person,
    mustChangePassword: row?.mustChangePassword ?? true,
    sessionId: claims.sessionId,
    readsOnly: true,
  };
}

/** Keeps the line of a try until it can be written. */
function note(services: Services, { id, ip, ua }: Origin, person: UserRow | undefined, reason: Line["reason"]): void {
  const { lines } = stateOf(services);
  services.log.warn(
    { request_id: id, user_id: person?.id, reason },
    reason ? "a sign-in while the disk is full was refused" : "a sign-in while the disk is full: reads only",
  );
  const at = isoInstant(services.now());
  if (lines.length < mostLines)
    lines.push({ person: person && { id: person.id, name: person.name }, reason, origin: { id, ip, ua }, at });
}

/** Writes the lines that wait, once there is room; those that find none go on waiting. */
export async function writeSignIns(services: Services): Promise<void> {
  const { lines } = stateOf(services);
  const waiting = lines.splice(0);
  if (waiting.length === 0) return;
  try {
    await services.db.transaction(async (tx) => {
      for (const { person, reason, origin, at } of waiting) {
        const result = reason ? "failed" : "success";
        await tx.insert(loginLog).values({
          ...{ user_id: person?.id, method: "password", result, fail_reason: reason ?? null },
          ...{ ip: origin.ip, ua: origin.ua.slice(0, 300), at },
        });
        const summary = `磁盘已满期间${reason ? "登录失败" : "登录（15分钟，只读）"}，发生于${at}`;
        await audit(
          { db: tx, user: person ?? "unknown", origin, services },
          { module: "auth", action: "login", result, summary },
        );
      }
    });
  } catch (error) {
    lines.unshift(...waiting);
    throw error;
  }
}
