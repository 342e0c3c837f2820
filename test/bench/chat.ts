import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request as send } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Endpoint, type Input, pathOf } from "~/contract/endpoint";
import { chat } from "~/contract/inquiry/chat";
import { chatPublic } from "~/contract/inquiry/chat-public";
import type { ChatEvent } from "~/contract/inquiry/chat-words";
import { writeBaseline } from "~/server/database/baseline";
import { migrate } from "~/server/database/migrate";
import { openDatabase } from "~/server/database/open";
import { emailOf, generate } from "./generate";
import { quantiles } from "./load";
import type { BenchOptions, BenchTable } from "./report";
import { type RunningServer, startServer, tokenOf } from "./server";
import { onSignal } from "./site";

/** Megabytes that all of them may take beside what the server has anyway. */
const memoryBudget = 100;
/** Milliseconds until an answer is heard. */
const heardBudget = 1_000;
/** Answers a second, each followed by a word of its visitor: more than two hundred conversations of people have. */
const pace = 10;
const fullSize = { conversations: 200, seconds: 60 };
const quickSize = { conversations: 40, seconds: 10 };

/** Two hundred visitors who talk with staff at the same time, each with a stream of their own, on one process with the embedded database. */
export async function* measureChat({ isQuick }: BenchOptions): AsyncGenerator<BenchTable> {
  const dataDir = mkdtempSync(join(tmpdir(), "xinfang-bench-"));
  onSignal(async () => rmSync(dataDir, { recursive: true, force: true }));
  try {
    const token = await fill(dataDir);
    const server = await startServer({ name: "chat", dataDir, env: { TRUST_PROXY: "1" } });
    try {
      yield await talk(server, token, isQuick ? quickSize : fullSize);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fill(dataDir: string): Promise<string> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    await migrate(database.db);
    await writeBaseline(database.db);
    await generate(database.db, { customers: 2_000 });
    return await tokenOf(database.db, emailOf("customer_service"));
  } finally {
    await database.close();
  }
}

interface Visitor {
  address: string;
  token: string;
  inquiryId: number;
  /** When the event of a message was heard, by the message. */
  heard: Map<number, number>;
  isLive: boolean;
  said: number;
  close(): void;
}

async function talk(
  server: RunningServer,
  staff: string,
  { conversations, seconds }: typeof fullSize,
): Promise<BenchTable> {
  const agent = new CountingAgent({ keepAlive: true, maxSockets: 20 });
  const call = callerOf(server.origin, agent);
  const as = { authorization: `Bearer ${staff}` };
  const before = server.memory().now;
  const visitors: Visitor[] = [];
  for (let n = 0; n < conversations; n++) visitors.push(await begin(server.origin, call, n));
  const opened = server.memory().now;

  const heard: number[] = [];
  const taken: number[] = [];
  const talks: Promise<unknown>[] = [];
  const began = performance.now();
  for (let turn = 0; turn < seconds * pace; turn++) {
    await sleep(Math.max(0, began + (turn * 1_000) / pace - performance.now()));
    const visitor = visitors[turn % visitors.length] as Visitor;
    // Looked at below, where the server is stopped whatever came of it.
    talks.push(exchange(visitor, turn).catch((error: unknown) => error));
  }
  const failed = (await Promise.all(talks)).find((outcome) => outcome !== undefined);
  if (failed) throw failed;

  async function exchange(visitor: Visitor, turn: number): Promise<void> {
    const sent = performance.now();
    const { id } = await call(
      chat.send,
      {
        params: { id: visitor.inquiryId },
        body: { type: "text", content: `回复${turn}`, client_msg_id: `answer-${turn}` },
      },
      as,
    );
    const at = await until(() => visitor.heard.get(id));
    heard.push(at - sent);
    const asked = performance.now();
    await say(call, visitor, `追问${turn}`);
    taken.push(performance.now() - asked);
  }

  const live = visitors.filter(({ isLive }) => isLive).length;
  const expected = visitors.reduce((sum, { said }) => sum + said, 0) + seconds * pace;
  let stand = 0;
  for (const visitor of visitors) stand += await count(call, visitor);
  const { now, peak } = server.memory();
  for (const { close } of visitors) close();
  agent.destroy();
  const added = peak - before;
  const heardQuantiles = quantiles(heard);
  const takenQuantiles = quantiles(taken);
  return {
    title: `在线咨询 ${conversations} conversations on one process (PGlite)`,
    note: `Each visitor has a stream; for ${seconds} s staff answer ${pace} times a second, each time another visitor, who says something back. Server and visitors share the machine.`,
    isHeld: true,
    rows: [
      { what: "仍在线 still live", value: live, unit: "", budget: `${conversations}`, isMet: live === conversations },
      {
        what: "丢失或重复的消息 lost or doubled",
        value: Math.abs(expected - stand),
        unit: "",
        budget: "0",
        isMet: expected === stand,
      },
      {
        what: "访客听到回复 answer heard",
        value: heardQuantiles.median,
        p95: heardQuantiles.p95,
        unit: "ms",
        budget: `p95 ≤ ${heardBudget} ms`,
        isMet: heardQuantiles.p95 <= heardBudget,
      },
      { what: "访客发送 visitor's message", value: takenQuantiles.median, p95: takenQuantiles.p95, unit: "ms" },
      { what: "稍后再试 sent once more", value: agent.shed, unit: "" },
      { what: "开始前内存 memory before", value: before, unit: "MB" },
      { what: "全部打开 all open", value: opened, unit: "MB" },
      { what: "结束时 at the end", value: now, unit: "MB" },
      {
        what: "增加（峰值） added at most",
        value: added,
        unit: "MB",
        budget: `≤ ${memoryBudget} MB`,
        isMet: added <= memoryBudget,
      },
    ],
  };
}

type Caller = ReturnType<typeof callerOf>;

/** Connections, and how often the server had too much to do for a call on them. */
class CountingAgent extends Agent {
  shed = 0;
}

/** Calls the API as window and staff do, which come again when the server is too busy; anything else but success throws. */
function callerOf(origin: string, agent: CountingAgent) {
  return async <E extends Endpoint>(
    endpoint: E,
    { params = {}, query = {}, body }: { params?: Input<E>["params"] | object; query?: object; body?: unknown },
    headers: Record<string, string>,
  ): Promise<E["reply"]["_output"]> => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const path = `${pathOf(endpoint, params as Record<string, string | number>)}?${search}`;
    const payload = body === undefined ? "" : JSON.stringify(body);
    for (;;) {
      const text = await new Promise<string>((resolve, reject) => {
        const request = send(
          `${origin}${path}`,
          { method: endpoint.method, agent, headers: { origin, "content-type": "application/json", ...headers } },
          (reply) => {
            let said = "";
            reply.setEncoding("utf8");
            reply.on("data", (part: string) => (said += part));
            reply.on("end", () => resolve(said));
            reply.on("error", reject);
          },
        );
        request.on("error", reject);
        request.end(payload);
      });
      const { code, message, data } = JSON.parse(text);
      if (code === 200) return data;
      if (code !== 50300) throw new Error(`${endpoint.line}: ${code} ${message}`);
      // Too much at once: window and desk send the same once more.
      agent.shed += 1;
      await sleep(1_000);
    }
  };
}

const from = (address: string) => ({ "x-forwarded-for": address });

async function begin(origin: string, call: Caller, n: number): Promise<Visitor> {
  const address = `114.114.${n % 250}.${1 + Math.floor(n / 250)}`;
  const { token } = await call(chatPublic.session, { body: { page_url: "https://www.example.com/" } }, from(address));
  // So it goes on at whatever hour it runs.
  await call(
    chatPublic.contact,
    { params: { token }, body: { name: `访客${n}`, email: `visitor-${n}@example.com` } },
    from(address),
  );
  const visitor: Visitor = {
    address,
    token,
    inquiryId: 0,
    heard: new Map(),
    isLive: false,
    said: 0,
    close: () => undefined,
  };
  await say(call, visitor, "您好");
  await listen(origin, visitor);
  return visitor;
}

async function say(call: Caller, visitor: Visitor, content: string): Promise<void> {
  visitor.said += 1;
  const client_msg_id = `said-${visitor.token.slice(0, 8)}-${visitor.said}`;
  await call(
    chatPublic.send,
    { params: { token: visitor.token }, body: { content, client_msg_id } },
    from(visitor.address),
  );
}

/** Opens the stream and resolves with its first event, which says which conversation it is. */
function listen(origin: string, visitor: Visitor): Promise<void> {
  return new Promise((resolve, reject) => {
    const path = pathOf(chatPublic.events, { token: visitor.token });
    const request = send(
      `${origin}${path}`,
      { agent: false, headers: { origin, ...from(visitor.address) } },
      (reply) => {
        visitor.isLive = reply.statusCode === 200;
        let text = "";
        reply.setEncoding("utf8");
        reply.on("data", (part: string) => {
          text += part;
          const events = text.split("\n\n");
          text = events.pop() ?? "";
          for (const event of events) {
            const [, data] = /^event: chat\ndata: (.*)$/.exec(event) ?? [];
            if (!data) continue;
            const { inquiry_id, message_id }: ChatEvent = JSON.parse(data);
            visitor.inquiryId = inquiry_id;
            if (message_id !== null) visitor.heard.set(message_id, performance.now());
            resolve();
          }
        });
        const end = () => {
          visitor.isLive = false;
        };
        reply.on("end", end);
        reply.on("error", end);
      },
    );
    request.on("error", reject);
    visitor.close = () => request.destroy();
    request.end();
  });
}

async function count(call: Caller, { token, address }: Visitor): Promise<number> {
  let after = 0;
  let found = 0;
  for (let isMore = true; isMore; ) {
    const { list, has_more } = await call(
      chatPublic.messages,
      { params: { token }, query: { after_id: after } },
      from(address),
    );
    found += list.filter(({ sender }) => sender !== "system").length;
    after = list.at(-1)?.id ?? after;
    isMore = has_more;
  }
  return found;
}

/** What is awaited, looked for every few milliseconds; for ten seconds at most. */
async function until(look: () => number | undefined): Promise<number> {
  for (const end = performance.now() + 10_000; performance.now() < end; await sleep(5)) {
    const found = look();
    if (found !== undefined) return found;
  }
  return Number.POSITIVE_INFINITY;
}
