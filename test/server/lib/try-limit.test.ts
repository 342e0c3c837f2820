import { count } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { search } from "~/contract/search/search";
import { rateLimit } from "~/server/database/tables/system/system";
import { countTry } from "~/server/identity/attempts";
import { jobsOf, standingJobs } from "~/server/jobs/jobs";
import { logCleanup } from "~/server/jobs/system/log-cleanup";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeUser } from "~/test/support/factories";
import { signedIn } from "~/test/support/signed-in";

const { db, pool } = testDatabase();
/** Two nodes on one database. */
const nodes = [testApi(testDatabase().db), testApi(testDatabase().db)] as const;
const [api] = nodes;

signedIn(api, {});
afterEach(() => vi.useRealTimers());

/** How many of so many tries, each at the next node in turn, were not refused. */
async function passed(tries: number, attempt: (index: number) => Promise<boolean>): Promise<number> {
  let count = 0;
  for (let index = 0; index < tries; index++) if (await attempt(index % 2)) count++;
  return count;
}

test("searches of one person are sixty a minute, at all nodes together; another's are his own", async () => {
  const [me, other] = [await makeUser(db, { role: "sales" }), await makeUser(db, { role: "sales" })];
  const callers = await Promise.all(nodes.map((node) => node.as(me.id)));
  const callerAt = (index: number) => callers[index] ?? expect.fail();
  const query = { keyword: "王" };
  expect(await passed(62, async (index) => (await callerAt(index)(search.find, { query })).code === 200)).toBe(60);
  for (const index of [0, 1])
    expect(await callerAt(index)(search.find, { query })).toMatchObject({ status: 429, code: 42900 });
  expect((await (await nodes[1].as(other.id))(search.find, { query })).code).toBe(200);
});

async function tryAt(node: Pick<typeof api, "services">, ip: string): Promise<boolean> {
  const reason = await countTry(node.services, ip).catch((reason: unknown) => reason);
  if (reason) expect(reason).toMatchObject({ code: 42900 });
  return !reason;
}

test("sign-ins of one address are 120 a minute at all nodes together, also when they come at once; a minute later they count anew", async () => {
  const ip = "203.0.113.7";
  const tries = await Promise.all(Array.from({ length: 126 }, (_, index) => tryAt(nodes[index % 2 ? 1 : 0], ip)));
  expect(tries.filter(Boolean)).toHaveLength(120);
  expect(await tryAt(api, "203.0.113.8")).toBe(true);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  expect(await tryAt(nodes[1], ip)).toBe(true);
});

test("while the database does not answer, a server counts by itself", async () => {
  const lost = testDatabase();
  const node = testApi(lost.db);
  const query = vi.spyOn(lost.pool, "query").mockImplementation(() => {
    throw new Error("Connection terminated");
  });
  const ip = "203.0.113.9";
  expect(await passed(122, () => tryAt(node, ip))).toBe(120);
  expect(query).toHaveBeenCalled();
  const { rows } = await pool.query("select key from rate_limit");
  expect(rows).toEqual([]);
});

test("what is over is removed", async () => {
  const left = async () => (await db.select({ n: count() }).from(rateLimit))[0]?.n;
  expect(await tryAt(api, "203.0.113.10")).toBe(true);
  const jobs = jobsOf(
    api.services,
    standingJobs.filter((one) => one === logCleanup),
  );
  for (const [hours, rows] of [
    [-24, 1],
    [25, 0],
  ] as const) {
    const at = new Date(Date.now() + hours * 3_600_000);
    api.setClock(at);
    await jobs.runDue(at);
    expect(await left()).toBe(rows);
  }
  await jobs.stop();
});
