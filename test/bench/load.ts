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

/** One answer's bytes, read as a browser asks for them: compressed. Anything but success throws. */
export function answerOf({ origin, agent }: Line, { method, path, token, body, isPlain }: Ask): Promise<Buffer> {
  const payload = body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const headers = {
    authorization: `Bearer ${token}`,
    ...(isPlain ? {} : { "accept-encoding": "gzip, deflate, br" }),
    ...(payload ? { "content-type": "application/json", "content-length": payload.length } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = send(`${origin}${path}`, { method, agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(parts);
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`${method} ${decodeURI(path)}: ${response.statusCode}`));
      });
    });
    request.on("error", reject);
    request.end(payload);
  });
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
export function quantiles(taken: readonly number[]): Latency {
  const sorted = [...taken].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95) };
}
