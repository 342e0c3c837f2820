import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { auth } from "~/contract/sign-in/auth";
import { loginLog } from "~/server/database/tables/system/system";
import { countTry } from "~/server/identity/attempts";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";

const { db } = testDatabase();
const api = testApi(db);
const peer = "10.0.0.5";

/** From where a try is taken to come: that is where it is counted. */
async function seenAs(forwarded: string): Promise<string | undefined> {
  const response = await api.app.request(
    auth.login.path,
    {
      method: "POST",
      headers: { "x-forwarded-for": forwarded },
      body: JSON.stringify({ email: "nobody@demo.test", password: "no password" }),
    },
    { incoming: { socket: { remoteAddress: peer, remotePort: 1, remoteFamily: "IPv4" } } },
  );
  expect([400, 403]).toContain(response.status);
  const [line] = await db.select({ ip: loginLog.ip }).from(loginLog).orderBy(desc(loginLog.id)).limit(1);
  return line?.ip ?? undefined;
}

test("behind a trusted proxy the last address counts: without its port, in its one form, and garbage is none", async () => {
  await resetDatabase(db);
  const seen: [forwarded: string, as: string][] = [
    ["203.0.113.7", "203.0.113.7"],
    ["198.51.100.1, 203.0.113.7", "203.0.113.7"],
    ["203.0.113.7:51234", "203.0.113.7"],
    ["198.51.100.1, 203.0.113.7:1", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["[::ffff:203.0.113.7]:443", "203.0.113.7"],
    ["2001:db8:0::1", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["[2001:db8::1]:51234", "2001:db8::1"],
    ...[
      "unknown",
      "_hidden",
      "203.0.113.7:x",
      "203.0.113",
      "0xcb.0.113.7",
      "203.0.113.7 8",
      "[203.0.113.7",
      "",
      ",",
    ].map((garbage): [string, string] => [garbage, peer]),
    ["203.0.113.7, nonsense", peer],
  ];
  api.services.trustsProxy = true;
  for (const [forwarded, as] of seen) expect([forwarded, await seenAs(forwarded)]).toEqual([forwarded, as]);
  api.services.trustsProxy = false;
  expect(await seenAs("203.0.113.7")).toBe(peer);
});

test("a household's sign-ins are counted together, whichever of its addresses it takes", async () => {
  for (let n = 0; n < 120; n++) await countTry(api.services, `2001:db8:1:2::${n.toString(16)}`);
  await expect(countTry(api.services, "2001:db8:1:2:ffff::1")).rejects.toMatchObject({ code: 42900 });
  await countTry(api.services, "2001:db8:1:3::1");
});
