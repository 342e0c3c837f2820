import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { user } from "~/contract/personal/user";
import { auth } from "~/contract/sign-in/auth";
import { requireProgram } from "~/test/support/debian-program";
import { type Ask, startProxy } from "~/test/support/proxy";
import { output, unpackRelease } from "~/test/support/release";
import { endRunning } from "~/test/support/running";
import { admin, preparedFolder, type ServerProcess, signIn, startServer } from "~/test/support/server-process";
import { testFolder } from "~/test/support/test-folder";

const folder = testFolder();
const release = join(folder, "opt");
/** The only program on the path of a started release; npm is not. */
const path = join(folder, "bin");
mkdirSync(path);
symlinkSync(output("sh", ["-c", "command -v setpriv"]).trim(), join(path, "setpriv"));

let server: ServerProcess;
beforeAll(async () => {
  unpackRelease(release);
  const env = {
    PATH: path,
    TRUST_PROXY: "1",
    METRICS_PORT: "0",
    METRICS_TOKEN: "a token for the tests",
    LOG_LEVEL: "info",
  };
  server = await startServer({ release, dataDir: await preparedFolder(), env });
});
afterAll(async () => {
  await server?.kill();
  endRunning();
  rmSync(server.dataDir, { recursive: true });
});

/** The scripts that a page names. */
const filesIn = (html: string) => [...html.matchAll(/"(\/static\/[^"]+\.js)"/g)].map(([, file = ""]) => file);

test("the archive has every package that its code imports, and none for building or testing", () => {
  const built = join(release, "build/server");
  const code = readdirSync(built).filter((file) => /\.m?js$/.test(file));
  const names = /(?:^import .* from |^\} from |^import |\bimport\(|\.resolve\()"([^".][^"]*)"/gm;
  const imports = code.flatMap((file) => [...readFileSync(join(built, file), "utf8").matchAll(names)]);
  const packages = [...new Set(imports.map(([, name = ""]) => name))].filter((name) => !name.startsWith("node:"));
  expect(packages).toContain("prom-client");
  const load = `for (const one of ${JSON.stringify(packages)}) require.resolve(one)`;
  const script = `const require = (await import("node:module")).createRequire(${JSON.stringify(join(built, "main.js"))}); ${load}`;
  output(process.execPath, ["--input-type=module", "-e", script], { cwd: release });
  const installed = readdirSync(join(release, "node_modules"));
  for (const one of ["vite", "vitest", "typescript", "react", "esbuild"]) expect(installed).not.toContain(one);
});

test("it starts in a bare folder without npm: pages, files, calls", async () => {
  const html = await (await fetch(`${server.url}/login`)).text();
  const [file = ""] = filesIn(html);
  const script = await fetch(server.url + file);
  expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const call = await signIn(server.url);
  expect((await call(user.profile)).data.email).toBe(admin.email);
});

test("its metrics are read on a port of loopback alone, or with the token", async () => {
  const [, metrics = ""] = /监控指标：(http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(server.output()) ?? [];
  const told = await (await fetch(metrics)).text();
  expect(told).toContain('xinfang_requests_total{endpoint="POST /api/auth/login"');
  expect(told).toContain("xinfang_database_up 1\n");
  expect((await fetch(new URL("/", metrics))).status).toBe(404);
  const headers = { authorization: "Bearer a token for the tests" };
  expect((await fetch(`${server.url}/metrics`, { headers })).status).toBe(200);
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
});

test("requests are logged, but not files of the app nor the machines that look after it", async () => {
  await fetch(`${server.url}/healthz`);
  await fetch(`${server.url}/static/js/gone.js`);
  const logged = (): string[] => {
    const lines = server.output().split("\n").slice(0, -1);
    return lines.flatMap((line) => (line.startsWith("{") ? (JSON.parse(line).path ?? []) : []));
  };
  await expect.poll(logged).toContain("/static/js/gone.js");
  expect(logged()).toContain("/login");
  // Of these only what was refused: metrics without the token, a file that is gone.
  expect(logged().filter((one) => /^\/(static|healthz|metrics)/.test(one))).toEqual([
    ...["/metrics", "/static/js/gone.js"],
  ]);
});

test("systemd and Prometheus take their files", () => {
  requireProgram("systemd-analyze", "systemd");
  requireProgram("promtool", "prometheus");
  const unit = join(folder, "xinfang-desk.service");
  const text = readFileSync(join(release, "deploy/xinfang-desk.service"), "utf8");
  writeFileSync(unit, text.replace("/usr/bin/node /opt/xinfang-desk", `${process.execPath} ${release}`));
  output("systemd-analyze", ["verify", "--man=no", unit]);
  // Of 100: below 20 systemd itself says "OK".
  output("systemd-analyze", ["security", "--offline=true", "--threshold=20", unit]);
  output("promtool", ["check", "rules", join(release, "deploy/alerts.yml")]);
});

describe.each(["nginx", "caddy"] as const)("behind %s", (kind) => {
  let ask: Ask;
  let bearer: { authorization: string };
  beforeAll(async () => {
    ask = await startProxy(kind, server.url, folder);
    const body = JSON.stringify({ email: admin.email, password: admin.laterPassword, remember: false });
    const json = { "content-type": "application/json", "x-forwarded-for": "203.0.113.9" };
    const signedIn = await ask(auth.login.path, { method: "POST", headers: json, body });
    bearer = { authorization: `Bearer ${JSON.parse(signedIn.body).data.access_token}` };
  });

  test("the visitor's address is the one that the proxy sees", async () => {
    const sessions: { ip: string; is_current: boolean }[] = JSON.parse(
      (await ask(user.sessions.path, { headers: bearer })).body,
    ).data;
    expect(sessions.find((one) => one.is_current)?.ip).toBe("127.0.0.1");
  });

  test("events arrive as they are written", async () => {
    const { status, headers, body } = await ask(`${user.events.path}?topics=badge`, { headers: bearer, first: true });
    expect(status).toBe(200);
    expect(headers["content-type"]).toContain("text/event-stream");
    expect(body).toContain("event: badge");
  });

  test("files with a hash are kept for a year, public reads for their s-maxage, all else not at all", async () => {
    const login = await ask("/login");
    expect(login.headers["cache-control"]).toBe("no-store");
    expect(login.headers["strict-transport-security"]).toBeTruthy();
    const [file = ""] = filesIn(login.body);
    for (let n = 0; n < 2; n++) {
      const script = await ask(file, { headers: { "accept-encoding": "br" } });
      expect(script.headers).toMatchObject({
        "cache-control": "public, max-age=31536000, immutable",
        "content-encoding": "br",
      });
      const read = await ask("/api/public/video");
      expect(read.headers["cache-control"]).toBe("public, max-age=60, s-maxage=60");
      const again = await ask("/api/public/video", { headers: { "if-none-match": String(read.headers.etag) } });
      expect(again.status).toBe(304);
    }
  });

  test("a body that is too long is refused by the server's own words", async () => {
    const login = { method: "POST", headers: { "content-type": "application/json" }, body: Buffer.alloc(2_000_000) };
    const { status, body } = await ask(auth.login.path, login);
    expect([status, JSON.parse(body).code]).toEqual([413, 41300]);
  });

  test("metrics are not for everybody, whatever token they bring", async () => {
    expect((await ask("/metrics", { headers: { authorization: "Bearer a token for the tests" } })).status).toBe(404);
  });
});

test("nginx goes on with what it keeps while the server is away, and Caddy says that it is", async () => {
  const [kept, without] = await Promise.all([
    startProxy("nginx", server.url, folder),
    startProxy("caddy", server.url, folder),
  ]);
  const [file = ""] = filesIn((await kept("/login")).body);
  await kept(file);
  await kept("/api/public/video");
  expect((await server.kill()).code).toBe(0);
  expect((await kept(file)).status).toBe(200);
  expect((await kept("/api/public/video")).status).toBe(200);
  expect((await kept("/login")).status).toBe(502);
  expect((await without("/login")).status).toBe(502);
  const backup = join(folder, "backup.tar.gz");
  output(process.execPath, ["build/server/backup.js", backup], {
    cwd: release,
    env: { DATA_DIR: server.dataDir, SECRET_KEY: "k".repeat(32) },
  });
  expect(output("tar", ["-tzf", backup])).toContain("manifest");
});
