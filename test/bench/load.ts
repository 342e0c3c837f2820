import { Agent, request as send } from "node:http";

/** One request of a signed-in person. */
export interface Ask {
  method: string;
  /** With its query. */
  path: string;
  token: string;
  /** Sent as JSON; bytes as they are. */
  body?: unknown;
  /** The answer is not to be compressed. */
  isPlain?: boolean;
  /** The address that a proxy says it comes from. */
  from?: string;
}

/** Milliseconds. */
export interface Latency {
  median: number;
  p95: number;
}

/** Where a server answers, through connections that stay open. */
export interface Line {
  origin: string;
  agent: Agent;
}

/** As many connections as clients; they are kept. */
export const openLine = (origin: string, clients: number): Line => ({
  origin,
  agent: new Agent({ keepAlive: true, maxSockets: clients }),
});

interface Answer {
  status: number;
  bytes: Buffer;
}

/** One request's answer, read as a browser asks for it: compressed. */
export function sendOne(line: Line, ask: Ask): Promise<Answer> {
  const { origin, agent } = line;
  const { method, path, token, body, isPlain, from } = ask;
  const payload = body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(from && { "x-forwarded-for": from }),
    ...(isPlain ? {} : { "accept-encoding": "gzip, deflate, br" }),
    ...(payload ? { "content-type": "application/json", "content-length": payload.length } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = send(`${origin}${path}`, { method, agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(parts) }));
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      // A kept connection that the server closed at that moment: a browser, too, takes another.
      if (request.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE")) resolve(sendOne(line, ask));
      else reject(error);
    });
    request.end(payload);
  });
}

/** `sendOne`, where anything but success throws. */
export async function answerOf(line: Line, ask: Ask): Promise<Buffer> {
  const { status, bytes } = await sendOne(line, ask);
  if (status === 200) return bytes;
  throw new Error(`${ask.method} ${decodeURI(ask.path)}: ${status}`);
}

/** How long one client waits, asking one time after the other. */
export async function latencyOf(line: Line, times: number, next: () => Ask): Promise<Latency> {
  for (let warm = 0; warm < 3; warm++) await answerOf(line, next());
  const taken: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    const began = performance.now();
    await answerOf(line, next());
    taken.push(performance.now() - began);
  }
  return quantiles(taken);
}

/** How often in a second an act is done by so many at once, each beginning anew as soon as it is done; the first few times are not counted. */
export async function rateOf(clients: number, seconds: number, act: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < 3; warm++) await act();
  const began = performance.now();
  const end = began + seconds * 1000;
  let done = 0;
  const client = async () => {
    while (performance.now() < end) {
      await act();
      done++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return done / ((performance.now() - began) / 1000);
}

/** The middle and the 95th percentile of some durations. */
export const quantiles = (taken: readonly number[]): Latency => ({
  median: quantile(taken, 0.5),
  p95: quantile(taken, 0.95),
});

/** Of some durations the one below which a share of them lies. */
export function quantile(taken: readonly number[], share: number): number {
  const sorted = [...taken].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
