import { rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll } from "vitest";
import { root } from "~/scripts/run.mjs";
import { createApp } from "~/server/app";
import { openDatabase } from "~/server/database/open";
import { createPages } from "~/server/http/pages";
import { createHttpServer } from "~/server/http/server";
import { readVisitorFiles } from "~/server/http/visitor-pages";
import { eventHub } from "~/server/lib/events";
import { testApi } from "./api";
import { clockAhead } from "./clock";
import { preparedFolder } from "./server-process";

/**
 * The built app on an empty database in this process, for what the running product does not let a browser test say: rows that have been there for weeks, the
 * time on the server's clock (`setClock`), and a job's turn. Opened at a file's top.
 */
export async function ownServer() {
  const dataDir = await preparedFolder();
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  const api = testApi(database.db, { ahead: clockAhead() });
  const events = eventHub({ connect: database.connect, log: api.services.log });
  const pages = createPages(() => undefined, join(root, "build/client"));
  const visitor = readVisitorFiles(join(root, "build/visitor"));
  const app = createApp({ ...api.services, events, places: 4 }, pages, visitor);
  const server = createHttpServer(app.fetch).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const baseUrl = `http://127.0.0.1:${port}`;
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await events.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    api,
    db: database.db,
    baseUrl,
    /** Opens a path as somebody who is signed in. */
    async show(page: Page, userId: number, path: string): Promise<void> {
      await page.context().addCookies([{ name: "access_token", value: await api.tokenOf(userId), url: baseUrl }]);
      await page.goto(baseUrl + path);
    },
  };
}
