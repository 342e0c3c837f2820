import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { pathOf, stream } from "~/contract/endpoint";
import { root } from "~/scripts/run.mjs";
import { createApp } from "~/server/app";
import { readConfig } from "~/server/config";
import { createMetrics } from "~/server/metrics/metrics";
import { served } from "~/server/resources/areas";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { testFolder } from "~/test/support/test-folder";

const { db, pool } = testDatabase();
const { services } = testApi(db);
const textOf = (file: string) => readFileSync(join(root, file), "utf8");
const all = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, one = ""]) => one))];

/** The names of settings that the server knows. */
const settings = all(textOf(".env.example"), /^(\w+)=/gm);
/** What scripts/build.mjs makes, as far as deploy/ starts it. */
const program = "build/server/main.js";

describe("the systemd unit", () => {
  const unit = textOf("deploy/xinfang-desk.service");
  const lineOf = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1];

  test("starts the release with settings from a file that only root reads", () => {
    expect(lineOf("ExecStart")).toBe(`/usr/bin/node ${lineOf("WorkingDirectory")}/${program}`);
    expect(lineOf("EnvironmentFile")).toBe("/etc/xinfang-desk.env");
    const own = lineOf("Environment") ?? "";
    expect(all(own, /(\w+)=/g).filter((name) => !settings.includes(name))).toEqual(["NODE_ENV"]);
    expect(own).toContain(`DATA_DIR=/var/lib/${lineOf("StateDirectory")}`);
  });

  test("gives the server longer to end than it takes, and starts it again after a fault", () => {
    expect(Number(lineOf("TimeoutStopSec"))).toBeGreaterThan(25);
    expect(lineOf("Restart")).toBe("on-failure");
  });

  test.each([
    ...["DynamicUser", "NoNewPrivileges", "PrivateTmp", "PrivateDevices", "ProtectHome", "ProtectKernelTunables"],
    ...["RestrictNamespaces", "RestrictSUIDSGID", "LockPersonality"],
  ])("is hardened: %s", (name) => expect(lineOf(name)).toBe("yes"));

  test("may write in its own folder alone, and has no right of root's", () => {
    expect([lineOf("ProtectSystem"), lineOf("CapabilityBoundingSet"), lineOf("UMask")]).toEqual([
      ...["strict", "", "0077"],
    ]);
  });
});

describe("the sites", () => {
  const nginx = textOf("deploy/nginx.conf");
  const caddy = textOf("deploy/Caddyfile");

  test("nginx gathers no event stream of the contract", () => {
    const location = new RegExp(/location ~ (\S+) \{[^}]*proxy_buffering off;/.exec(nginx)?.[1] ?? "never");
    const streams = served.filter(({ endpoint }) => endpoint.reply === stream);
    expect(streams.length).toBeGreaterThan(1);
    for (const { endpoint } of streams) expect(pathOf(endpoint, { token: "a.b-c" })).toMatch(location);
  });

  test("both lead to the server's port, write the visitor's address themselves, and hide metrics", () => {
    const { host, port } = readConfig({});
    for (const site of [nginx, caddy]) expect(site).toContain(`${host}:${port}`);
    expect(nginx).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
    expect(caddy).toContain("header_up X-Forwarded-For {remote_host}");
    expect(nginx).toMatch(/location = \/metrics \{\s+return 404;/);
    expect(caddy).toContain("respond /metrics 404");
  });
});

describe("the container", () => {
  const file = textOf("deploy/Containerfile");
  const compose = textOf("deploy/compose.yaml");

  test("is built in two stages on the version of Node that package.json asks for, from no named registry", () => {
    const images = all(file, /^FROM (\S+)/gm);
    expect(images).toEqual(["node:20-bookworm-slim"]);
    expect(file.match(/^FROM /gm)).toHaveLength(2);
    expect(all(compose, /^ {4}image: (\S+)/gm)).toEqual(["xinfang-desk", "postgres:17-bookworm"]);
  });

  test("runs the release as nobody in particular, tells whether it is ready, and writes into one folder", () => {
    expect(file).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(file).toContain(`CMD ["node", "${program}"]`);
    expect(file).toMatch(/^HEALTHCHECK .*\n.*\/readyz/m);
    expect(file).toContain("VOLUME /data");
    for (const line of ["read_only: true", "no-new-privileges:true", "- data:/data"]) expect(compose).toContain(line);
  });

  test("is given settings that the server knows and takes", () => {
    const own = /environment:\n((?: {6}\S.*\n)+)/.exec(compose)?.[1] ?? "";
    const key = "k".repeat(32);
    const given = [...own.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name = "", value = ""]) => [
      name,
      value.replace(/\$\{\w+:\?[^}]*\}/g, key).replace(/\$\{\w+:-\}|"/g, ""),
    ]);
    expect(given.map(([name = ""]) => name).filter((name) => !settings.includes(name))).toEqual([]);
    const config = readConfig(Object.fromEntries(given));
    expect(config).toMatchObject({ secretKey: key, trustsProxy: true, backupDir: "/data/backups" });
    expect(config.databaseUrl).toContain(`:${key}@database:5432/`);
  });
});

test("alarms, dashboard and the domain name metrics that there are", async () => {
  const metrics = createMetrics({
    ...{ served, pools: { requests: pool }, jobs: [], token: undefined },
    services: { ...services, replica: { isUp: () => true } },
    ...{ dataDir: testFolder(), backupDir: testFolder() },
  });
  await createApp(services, undefined, undefined, metrics).request("/api/public/video");
  const told = all(await (await metrics.answer()).text(), /^# TYPE (\S+)/gm);
  const named = (file: string) =>
    all(textOf(file), /\b((?:xinfang|nodejs|process)_\w+[a-z])/g).map((name) => name.replace(/_bucket$/, ""));
  for (const file of ["deploy/alerts.yml", "deploy/grafana-dashboard.json"]) {
    expect(named(file).length).toBeGreaterThan(10);
    expect(named(file).filter((name) => !told.includes(name))).toEqual([]);
  }
  const ours = told.filter((name) => name.startsWith("xinfang_"));
  expect(named("docs/domain/f-settings-rules.md").sort()).toEqual(ours.sort());
});
