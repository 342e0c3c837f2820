import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { vi } from "vitest";
import { root } from "~/scripts/run.mjs";
import { requireProgram } from "./debian-program";
import { patience } from "./patience";
import { output } from "./release";
import { spawnForFile } from "./running";

const host = "desk.example.com";

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Resolves with the first bytes of an answer that goes on, and leaves it. */
  first?: boolean;
}

/** Calls `https://desk.example.com` at a proxy of this machine. */
export type Ask = (path: string, asked?: Asked) => Promise<Answer>;

/** A site of deploy/ as it stands, but for its addresses and files, before a server of the test; what it writes is in a folder `within`. */
export async function startProxy(kind: "nginx" | "caddy", serverUrl: string, within: string): Promise<Ask> {
  requireProgram(kind, kind);
  const folder = mkdtempSync(join(within, "proxy-"));
  const { key, cert } = JSON.parse(output(process.execPath, [join(import.meta.dirname, "make-certificate.mjs"), host]));
  writeFileSync(join(folder, "fullchain.pem"), cert);
  writeFileSync(join(folder, "privkey.pem"), key);
  const port = await freePort();
  const args = { nginx, caddy }[kind]({ folder, port, server: new URL(serverUrl).host, http: await freePort() });
  const { PATH } = process.env;
  const env = { PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawnForFile(kind, args, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk));
  const ended = new Promise<never>((_resolve, reject) => {
    child.once("exit", () => reject(new Error(`${kind} ended:\n${said}`)));
  });
  ended.catch(() => undefined);
  await Promise.race([ended, vi.waitFor(() => answers(port), patience)]);
  return asker(port, cert);
}

interface Place {
  folder: string;
  /** Of TLS. */
  port: number;
  http: number;
  server: string;
}

function nginx({ folder, port, http, server }: Place): string[] {
  const site = siteOf("nginx.conf")
    .replace("server 127.0.0.1:3000;", `server ${server};`)
    .replace(/listen \[::\]:\d+.*;/g, "")
    .replace(/listen 80;/, `listen 127.0.0.1:${http};`)
    .replace(/listen 443/, `listen 127.0.0.1:${port}`)
    .replaceAll("/etc/ssl/xinfang-desk", folder)
    .replace("/var/cache/xinfang-desk-nginx", join(folder, "cache"));
  writeFileSync(join(folder, "site.conf"), site);
  mkdirSync(join(folder, "temporary"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (one) => `${one}_temp_path ${join(folder, "temporary", one)};`,
  );
  // One process: others would outlive it when it is killed.
  const main = `daemon off; master_process off; pid ${join(folder, "pid")}; error_log stderr;
    events {} http { ${temporary.join(" ")} include ${join(folder, "site.conf")}; }`;
  writeFileSync(join(folder, "nginx.conf"), main);
  return ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")];
}

function caddy({ folder, port, http, server }: Place): string[] {
  const own = `https://${host}:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`;
  const site = siteOf("Caddyfile").replace(`${host} {`, own).replace("127.0.0.1:3000", server);
  const options = `{\n\tadmin off\n\tauto_https disable_redirects\n\thttp_port ${http}\n}\n`;
  writeFileSync(join(folder, "Caddyfile"), options + site);
  return ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
}

const siteOf = (name: string) => readFileSync(join(root, "deploy", name), "utf8");

const asker =
  (port: number, ca: string): Ask =>
  (path, { method = "GET", headers = {}, body, first = false } = {}) =>
    new Promise((resolve, reject) => {
      const to = { host: "127.0.0.1", servername: host, port, ca, path, method, agent: false };
      const asked = request({ ...to, headers: { host, ...headers } }, (response) => {
        let said = "";
        const answer = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: said });
        response.on("data", (chunk: Buffer) => {
          said += chunk;
          if (!first) return;
          answer();
          response.destroy();
        });
        response.once("end", answer);
      });
      asked.once("error", reject);
      asked.end(body);
    });

const answers = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve();
    });
    socket.once("error", reject);
  });

/** A port that nobody has at this moment: these programs cannot say which one they were given. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
