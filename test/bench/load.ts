import { Agent, request as send } from "node:http";
import { quantile } from "./report";

/** One request of a signed-in person; `path` with its query. */
export interface Ask {
  method?: string;
  path: string;
  token?: string;
  body?: unknown;
  /** The answer is not to be packed, so that its text can be read. */
  isPlain?: boolean;
}

/** Where a server answers, through connections that stay open. */
export interface Line {
  origin: string;
  agent: Agent;
}

export const openLine = (origin: string, connections: number): Line => ({
  origin,
  agent: new Agent({ keepAlive: true, maxSockets: connections }),
});

export interface Answer {
  status: number;
  text: string;
  /** Milliseconds until its last byte. */
  ms: number;
}

/** A request's answer, read as a browser asks for it but not unpacked. */
export function answerOf(line: Line, { method = "GET", path, token, body, isPlain }: Ask): Promise<Answer> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(isPlain ? {} : { "accept-encoding": "gzip, deflate, br" }),
    ...(payload ? { "content-type": "application/json" } : {}),
  };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const asked = send(`${line.origin}${encodeURI(path)}`, { method, agent: line.agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part)).on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(parts).toString();
        resolve({ status: response.statusCode ?? 0, text, ms: performance.now() - began });
      });
    });
    asked.on("error", reject).end(payload);
  });
}

/** Milliseconds that one client waits, the middle of so many turns after one that is not counted; ∞ where it is refused. */
export async function waitOf(line: Line, ask: Ask, turns: number): Promise<number> {
  const taken: number[] = [];
  for (let turn = -1; turn < turns; turn++) {
    const { status, text, ms } = await answerOf(line, ask);
    if (status !== 200) return refused(ask, status, text);
    if (turn >= 0) taken.push(ms);
    // What is slow needs no further turn to be known as slow.
    if (ms > 1_500 && taken.length > 0) break;
  }
  return quantile(taken);
}

function refused({ path }: Ask, status: number, text: string): number {
  console.error(`${path}: ${status} ${text.slice(0, 120)}`);
  return Number.POSITIVE_INFINITY;
}

/** How many answers a second so many clients get, each asking anew at once. */
export async function rateOf(line: Line, ask: Ask, clients: number, seconds: number): Promise<number> {
  for (let turn = 0; turn < clients; turn++)
    if ((await answerOf(line, ask)).status !== 200) throw new Error(`${ask.path} is refused`);
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const client = async () => {
    for (; performance.now() < end; done++) await answerOf(line, ask);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return done / seconds;
}
