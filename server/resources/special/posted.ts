import type { Context } from "hono";
import type { Environment } from "~/server/http/environment";
import { Refusal } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { householdOf, tryLimit } from "~/server/lib/try-limit";
import type { Typed } from "./door";

/** As often as by the public door, and counted with it. */
const postLimit = tryLimit("inquiry", 10);
/** The most that a form sends. */
export const formBytes = 64 * 1024;

export const countPost = (c: Context<Environment>, services: Services): Promise<42900 | undefined> =>
  admitted(() => postLimit(services, householdOf(c.get("origin").ip)));

/** Admits a visitor; answers the code of the refusal. */
export async function admitted(count: () => Promise<void>): Promise<42900 | undefined> {
  try {
    await count();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && error.code === 42900) return 42900;
    throw error;
  }
}

/** What was typed into a form; a file is none of it. */
export async function typedIn(c: Context<Environment>): Promise<Typed> {
  const body = await c.req.parseBody();
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
