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

export const openLine = (origin: string, maxSockets: number): Line => ({
  ...{ origin, agent: new Agent({ keepAlive: true, maxSockets }) },
});

/** `ms`: until its last byte. */
export type Answer = { status: number; text: string; ms: number };

/** A request's answer, read as a browser asks for it but not unpacked. */
export function answerOf(line: Line, { method = "GET", path, token, body, isPlain }: Ask): Promise<Answer> {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(isPlain ? {} : { "accept-encoding": "gzip, deflate, br" }),
    ...(body ? { "content-type": "application/json" } : {}),
  };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const asked = send(`${line.origin}${encodeURI(path)}`, { method, agent: line.agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part)).on("error", reject);
      const answer = () => ({ text: `${Buffer.concat(parts)}`, ms: performance.now() - began });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, ...answer() }));
    });
    asked.on("error", reject).end(body && JSON.stringify(body));
  });
}

/** The token of somebody who signs in. */
export async function signIn(origin: string, email: string, password: string): Promise<string> {
  const body = JSON.stringify({ email, password, remember: false });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${origin}/api/auth/login`, { method: "POST", headers, body });
  const { data }: { data: { access_token: string } } = await answer.json();
  return data.access_token;
}

/** Milliseconds that one client waits, the middle of so many turns after one that is not counted; ∞ where it is refused. What is slow is known after one turn. */
export async function waitOf(line: Line, ask: Ask, turns: number): Promise<number> {
  const taken: number[] = [];
  for (let turn = -1; turn < turns && !(Number(taken[0]) > 1_500); turn++) {
    const { status, ms } = await answerOf(line, ask);
    if (status !== 200) return Number.POSITIVE_INFINITY;
    if (turn >= 0) taken.push(ms);
  }
  return quantile(taken);
}

/** How many answers a second so many clients get, each asking anew at once. */
export async function rateOf(line: Line, ask: Ask, clients: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const client = async () => {
    while (performance.now() < end) if ((await answerOf(line, ask)).status === 200) done++;
  };
  await Promise.all(Array.from({ length: clients }, client));
  return done / seconds;
}
