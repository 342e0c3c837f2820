import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/run.mjs";
import { visit } from "./browser/chromium";
import { median } from "./browser/median";
import { answerOf, type Line, openLine, rateOf } from "./load";
import type { BenchOptions, BenchRow, BenchTable } from "./report";
import { startServer } from "./server";
import { clients, onSignal } from "./site";

const rateBudget = 0.5;
const paintBudget = 1.5;
/** So many visitors that none asks more often than one may. */
const visitors = 5_000;

const fullSize = { seconds: 4, rounds: 9 };
const quickSize = { seconds: 1, rounds: 3 };

/** What the company's site asks for most. */
const reads = {
  "首页版块 home sections": "/api/public/home-section?platform=web",
  "资讯列表 articles": "/api/public/article",
  "房源搜索 estates": "/api/public/estate?country=JP",
  "资讯分类 categories": "/api/public/category",
};

/** Public reads beside a bare Hono route that answers the same bytes, and a special page beside the same document as a fixed text; on the demo's data, embedded database. */
export async function* measurePublic({ isQuick }: BenchOptions): AsyncGenerator<BenchTable> {
  const size = isQuick ? quickSize : fullSize;
  const dataDir = mkdtempSync(join(tmpdir(), "xinfang-bench-"));
  onSignal(async () => rmSync(dataDir, { recursive: true, force: true }));
  try {
    const env = { DEMO: "1", DEMO_PASSWORD: "Bench-horse-9", TRUST_PROXY: "1" };
    const server = await startServer({ name: "public", dataDir, env });
    const line = openLine(server.origin, clients);
    const special = await specialPath(line);
    const bare = await startBare(line, [...Object.values(reads), special]);
    const bareLine = openLine(bare.origin, clients);
    try {
      yield await rateTable(line, bareLine, size.seconds);
      yield await paintTable({ product: server.origin, bare: bare.origin }, special, size.rounds);
    } finally {
      line.agent.destroy();
      bareLine.agent.destroy();
      bare.stop();
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

let asked = 0;
const read = (path: string) => {
  const visitor = asked++ % visitors;
  return { method: "GET", path, token: "", from: `114.${100 + Math.floor(visitor / 250)}.7.${1 + (visitor % 250)}` };
};

/** A special page of the demo: one that its home page shows. */
async function specialPath(line: Line): Promise<string> {
  const bytes = await answerOf(line, { ...read("/api/public/home-section?platform=web"), isPlain: true });
  const { data }: { data: { items: { type: string; slug: string }[] }[] } = JSON.parse(bytes.toString());
  const card = data.flatMap(({ items }) => items).find(({ type }) => type === "special");
  if (!card) throw new Error("the demo shows no special page");
  return `/s/${card.slug}`;
}

/** A server of its own that answers what the product answers now. */
async function startBare(line: Line, paths: readonly string[]): Promise<{ origin: string; stop(): void }> {
  const routes: { path: string; type: string; body: string }[] = [];
  for (const path of paths) {
    const text = (await answerOf(line, { ...read(path), isPlain: true })).toString();
    const isPage = path.startsWith("/s/");
    const body = isPage ? text.replaceAll('="/api/', `="${line.origin}/api/`) : text;
    routes.push({ path: new URL(path, line.origin).pathname, type: isPage ? "text/html" : "application/json", body });
  }
  const child = spawn(process.execPath, [join(root, "test/bench/bare.mjs")], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(routes));
  return { origin: await firstLine(child), stop: () => child.kill() };
}

const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.stdout?.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once("exit", (code) => reject(new Error(`the bare server ended (${code})`)));
  });

async function rateTable(line: Line, bareLine: Line, seconds: number): Promise<BenchTable> {
  const rows: BenchRow[] = [];
  for (const [what, path] of Object.entries(reads)) {
    const bareRates: number[] = [];
    const rates: number[] = [];
    // In turns, so that neither has the machine to itself.
    for (let turn = 0; turn < 3; turn++) {
      bareRates.push(await rateOf(clients, seconds, () => answerOf(bareLine, read(path))));
      rates.push(await rateOf(clients, seconds, () => answerOf(line, read(path))));
    }
    const [value, limitValue] = [median(rates), median(bareRates)];
    const ratio = value / limitValue;
    const budget = { budget: `≥ ${rateBudget}`, isMet: ratio >= rateBudget };
    rows.push({ what, value, unit: "/s", limit: "bare Hono", limitValue, ratio, ...budget });
  }
  return {
    title: `公开读取 public reads a second, ${clients} clients, ${visitors.toLocaleString("en-US")} addresses`,
    note: "The limit is a bare Hono route of the same run that answers the same bytes; generator and servers share the machine. Medians of three turns each.",
    rows,
    isHeld: true,
  };
}

async function paintTable(
  { product, bare }: { product: string; bare: string },
  path: string,
  rounds: number,
): Promise<BenchTable> {
  const taken = { product: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    taken.bare.push(await firstContent(bare, path));
    taken.product.push(await firstContent(product, path));
  }
  const [value, limitValue] = [median(taken.product), median(taken.bare)];
  const ratio = value / limitValue;
  const row = { what: `专题页 special page ${path}`, value, unit: "ms", limit: "bare HTML", limitValue, ratio };
  return {
    title: "专题页首次内容 first content of a special page",
    note: `Cold loads in turns, a Chromium process each, medians of ${rounds}. The limit is the same document as a fixed text of a bare Hono route.`,
    rows: [{ ...row, budget: `≤ ${paintBudget} ×`, isMet: ratio <= paintBudget }],
    isHeld: true,
  };
}

/** Milliseconds until a page's first content is painted, cold. */
const firstContent = (origin: string, path: string): Promise<number> =>
  visit({ origin, phone: true }, async ({ page }) => {
    await page.goto(origin + path);
    const painted = await page.waitForFunction(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    );
    return Number(await painted.jsonValue());
  });
