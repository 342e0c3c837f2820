import { rmSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "~/server/database/open";
import { testApi } from "~/test/support/api";
import { makeUser } from "~/test/support/factories";
import { patience } from "~/test/support/patience";
import { rounds } from "~/test/support/seed";
import { preparedFolder, startServer } from "~/test/support/server-process";
import { findLosses, startWriters } from "~/test/support/writers";

test("a server that is killed again and again while it writes loses nothing that it has acknowledged, and leaves nothing half", async () => {
  const dataDir = await preparedFolder();
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const before = await openDatabase({ databaseUrl: undefined, dataDir });
  const { id } = await makeUser(before.db, { role: "super_admin" });
  const token = await testApi(before.db).tokenOf(id);
  await before.close();
  const ledger: { id: number; phone: string }[] = [];
  for (const enough of [5, 40, 15].slice(0, rounds(2, 3))) {
    const server = await startServer({ dataDir });
    const writers = startWriters(server.url, token);
    await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(enough), patience);
    await server.kill("SIGKILL");
    await writers.stop();
    ledger.push(...writers.acknowledged);
  }
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  const client = await database.connect();
  expect(await findLosses(client, ledger)).toEqual({ lost: [], torn: [] });
  await client.end();
  await database.close();
});
