import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { createHttpServer } from "~/server/http/server";

/** The app on a port of this machine, for the tests of a file or a `describe`. */
export function listening(...given: Parameters<typeof createHttpServer>) {
  const server = createHttpServer(...given);
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const portOf = () => (server.address() as AddressInfo).port; // it listens on a port
  return { server, portOf, urlOf: () => `http://127.0.0.1:${portOf()}` };
}
