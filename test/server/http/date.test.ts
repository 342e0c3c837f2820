import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createHttpServer } from "~/server/http/server";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { testNow } from "~/test/support/factories";

const api = testApi(testDatabase().db, { now: testNow });
const server = createHttpServer(api.app.fetch).listen(0, "127.0.0.1");
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("an answer that no cache keeps tells the time of the server's clock", async () => {
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const answer = await fetch(`http://127.0.0.1:${port}/api/system/config/public`);
  expect(answer.headers.get("cache-control")).toContain("no-store");
  expect(answer.headers.get("date")).toBe(testNow.toUTCString());
});
