import { createHash } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import { isRowNumber, pathOf } from "~/contract/endpoint";
import { download as contract, type DownloadLink } from "~/contract/shared/download";
import { isoInstant } from "~/server/database/tables/columns";
import { downloadLink } from "~/server/database/tables/system/system";
import { loadCaller } from "~/server/identity/caller";
import type { Caller } from "~/server/lib/caller";
import { randomToken } from "~/server/lib/seal";
import { type FileReply, found, type SignedCall } from "../lib/call";
import { type Served, serve } from "../lib/serve";
import type { Services } from "../lib/services";
import { choose } from "./choose";

const lifeSeconds = 60;

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** An address at which this download is answered once, within a minute, as it would be answered to its asker. */
export async function makeLink(
  { db, now }: Pick<SignedCall, "db"> & Pick<Services, "now">,
  caller: Caller,
  address: URL,
): Promise<DownloadLink> {
  const token = randomToken();
  address.searchParams.delete("link");
  const expires_at = isoInstant(now().getTime() + lifeSeconds * 1000);
  await db.insert(downloadLink).values({
    token_hash: hashOf(token),
    user_id: caller.id,
    session_id: caller.sessionId,
    request: address.pathname + address.search,
    expires_at,
  });
  return { url: pathOf(contract.redeem, { token }), expires_at };
}

/** Redeems such addresses by making the call anew: session, permission, query and scope are checked once more. */
export const downloadHandlers = (served: () => readonly Served[]): Served[] => [
  serve(contract.redeem, async ({ params, services, origin, raw }) => {
    const { request, session_id } = found(await take(services, params.token));
    const user = found(await loadCaller(services.db, session_id, services.now()));
    const { pathname, searchParams } = new URL(request, "http://local");
    const query = Object.fromEntries(searchParams);
    const [group, values] = found(matching(served(), pathname));
    const chosen = choose(group, { query, body: {} }, user);
    const reply = await chosen.answer({ params: values, query, body: {}, user, origin, services, raw });
    // A link is made of endpoints that answer a file, and of no other.
    return reply as FileReply;
  }),
];

/** Marks the link as used; of two who open it at once one gets it. */
async function take({ db, now }: Services, token: string) {
  const at = isoInstant(now());
  const [row] = await db
    .update(downloadLink)
    .set({ used_at: at })
    .where(
      and(eq(downloadLink.token_hash, hashOf(token)), isNull(downloadLink.used_at), gt(downloadLink.expires_at, at)),
    )
    .returning();
  return row;
}

/** The endpoints behind a path, with its parameters. */
function matching(served: readonly Served[], pathname: string): [Served[], Record<string, string>] | undefined {
  const group = served.filter(({ endpoint }) => endpoint.method === "GET" && patternOf(endpoint.path).test(pathname));
  const [first] = group;
  if (!first) return undefined;
  const same = group.filter(({ endpoint }) => endpoint.line === first.endpoint.line);
  const groups = patternOf(first.endpoint.path).exec(pathname)?.groups ?? {};
  return [same, Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))];
}

const patternOf = (path: string) =>
  new RegExp(
    `^${path.replace(/[.]/g, "\\$&").replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${isRowNumber(name) ? "[0-9]{1,15}" : "[^/]+"})`)}$`,
  );
