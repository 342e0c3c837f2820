import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Without the Remix plugin, which stops under Vitest (remix-run/remix#8788): JSX by esbuild is all that tests need.
const shared = {
  resolve: { alias: { "~": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  esbuild: { jsx: "automatic" },
} as const;

const withoutIndexedDb = {
  ...shared,
  resolve: {
    alias: {
      ...shared.resolve.alias,
      "idb-keyval": fileURLToPath(new URL("test/support/idb-memory.ts", import.meta.url)),
    },
  },
} as const;

/** Far more than any test takes on a quiet machine, so that the limits also hold next to eight busy processes. */
const limits = { expect: { poll: { timeout: 60_000 } }, testTimeout: 180_000, hookTimeout: 180_000 };

/** Each worker has a database of its own, by number: test/support/database-setup.ts. */
const maxWorkers = 2;

/** The whole run (npm run test:whole) has more files, and the server's tests on PGlite as well. */
const isWhole = process.env.WHOLE === "1";
const later = isWhole ? [] : ["**/*.whole.test.{ts,tsx}"];
/** What one kind of database alone does. */
const onPglite = ["test/server/**/*-pglite{.whole,}.test.ts"];
const onPostgres = ["test/server/**/*-postgres{.whole,}.test.ts"];

/** Tests that put other modules in the place of the app's: only they need modules of their own. */
const replacing = readdirSync(new URL("test/app", import.meta.url), { recursive: true, encoding: "utf8" })
  .map((file) => `test/app/${file}`)
  .filter(
    (file) => /\.test\.tsx?$/.test(file) && /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, "utf8")),
  );

const server = {
  environment: "node" as const,
  setupFiles: ["test/support/server-setup.ts"],
  pool: "threads" as const,
  // Nothing of the server lives in a module, so that the files of a worker need not load it again and again.
  isolate: false,
  maxWorkers,
  ...limits,
};

const app = {
  environment: "jsdom",
  setupFiles: ["test/support/app-setup.ts"],
  pool: "threads" as const,
  maxWorkers,
  ...limits,
};

export default defineConfig({
  ...shared,
  test: {
    globalSetup: ["test/support/database-setup.ts", "test/support/driven.ts"],
    maxWorkers,
    projects: [
      {
        ...shared,
        test: {
          ...server,
          name: "server",
          include: ["test/server/**/*.test.ts", "test/contract/**/*.test.ts"],
          exclude: [...onPglite, ...later],
          globalSetup: ["test/support/postgres-setup.ts"],
        },
      },
      {
        ...shared,
        test: {
          ...server,
          // In the first group as well: as Vitest changes groups it may give one number, and so one database, to two workers.
          name: "pglite",
          include: isWhole ? ["test/server/**/*.test.ts"] : onPglite,
          exclude: [...onPostgres, ...later],
        },
      },
      {
        ...withoutIndexedDb,
        test: {
          ...app,
          name: "app",
          include: ["test/app/**/*.test.ts", "test/app/**/*.test.tsx"],
          exclude: replacing,
          // Loading React and Mantine anew for each file takes longer than its tests.
          isolate: false,
        },
      },
      { ...withoutIndexedDb, test: { ...app, name: "app-replacing", include: replacing } },
      {
        ...withoutIndexedDb,
        test: {
          ...app,
          name: "acts",
          include: ["test/acts/**/*.test.ts"],
          isolate: false,
          // After all others: it asks what they have driven and expected.
          sequence: { groupOrder: 2 },
        },
      },
      {
        ...shared,
        test: {
          name: "browser",
          environment: "node",
          include: ["test/browser/**/*.test.ts"],
          exclude: later,
          globalSetup: ["test/support/browser-setup.ts"],
          setupFiles: ["test/support/browser-end.ts"],
          pool: "forks",
          // One browser for all files, in one process.
          isolate: false,
          // One after the other: a browser and the server fill two cores; two of each take as long, and time out at each other's expense.
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          ...limits,
          expect: { poll: { timeout: 90_000 } },
          testTimeout: 400_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
