import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address";
import type { Services } from "./services";

/** How long name, connection and answer may take together. */
const defaultLimit = 5_000;
/** How much of an answer is read. */
const answerBytes = 64 * 1024;

/** Why nothing was sent, or nothing came back, in words for the person who typed the address. */
export class NotReached extends Error {
  /** `mayHaveArrived`: the connection stood, so that nobody knows what the other side has done. */
  constructor(
    message: string,
    readonly mayHaveArrived = false,
  ) {
    super(message);
  }
}

interface Answer {
  status: number;
  /** At most the first 64 KB. */
  text: string;
}

interface Bytes {
  status: number;
  bytes: Buffer;
}

type Outside = Pick<Services, "outward">;

/** Posts to an address that a person has typed, as `ask` does. Throws `NotReached`. */
export const postOutward = (services: Outside, address: string, headers: Record<string, string>, body: string) =>
  textOf(
    ask(services, address, {
      method: "POST",
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      body,
    }),
  );

/** Reads an address that a person has typed, as `ask` does. Throws `NotReached`. */
export const getOutward = (services: Outside, address: string, headers: Record<string, string> = {}): Promise<Answer> =>
  textOf(ask(services, address, { method: "GET", headers }));

/** Reads a file from there, of which no more than so many bytes are wanted: one byte more says that it is longer. Throws `NotReached`. */
export const getBytesOutward = (services: Outside, address: string, most: number): Promise<Bytes> =>
  ask(services, address, { method: "GET", headers: {}, most: most + 1, seconds: 20 });

const textOf = async (asked: Promise<Bytes>): Promise<Answer> => {
  const { status, bytes } = await asked;
  return { status, text: bytes.toString("utf8") };
};

interface Sent {
  method: "GET" | "POST";
  headers: Record<string, string | number>;
  body?: string;
  /** How many bytes of the answer are read, and within how many seconds it has to come. */
  most?: number;
  seconds?: number;
}

/** Asks a typed address: https, of the internet, connected to as it was looked up (no rebinding), no redirect, proxy or kept connection. */
async function ask({ outward = {} }: Outside, address: string, sent: Sent): Promise<Bytes> {
  const { method, headers, body, most = answerBytes, seconds = defaultLimit / 1_000 } = sent;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "https:" || url.username || url.password) throw new NotReached("地址不可用");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const limit = AbortSignal.timeout(outward.limit ?? seconds * 1_000);
  try {
    const found = await within(limit, addressesOf({ outward }, host));
    if (found.length === 0) throw new NotReached("域名无法解析");
    if (!found.every(outward.isAllowed ?? isPublicAddress)) throw new NotReached("不能发往内网或保留地址");
    return await new Promise<Bytes>((resolve, reject) => {
      const asked = request(
        {
          method,
          host,
          port: outward.port ?? (url.port || 443),
          path: url.pathname + url.search,
          headers: { ...headers, host: url.host },
          servername: isIP(host) ? "" : host,
          lookup: pinnedTo(found),
          agent: false,
          signal: limit,
          ca: outward.ca,
        },
        (response) =>
          readBeginning(response, most).then((bytes) => resolve({ status: response.statusCode ?? 0, bytes }), reject),
      );
      asked.on("error", reject);
      asked.end(body);
    });
  } catch (error) {
    if (error instanceof NotReached) throw error;
    throw new NotReached(limit.aborted ? "超时无应答" : reasonOf(error), limit.aborted || isCut(error));
  }
}

/** The addresses of a name; of an address itself. */
export async function addressesOf({ outward }: Outside, host: string): Promise<string[]> {
  if (outward?.resolve) return outward.resolve(host);
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

/** The lookup of a connection that is to go to these addresses, whatever the name resolves to now. */
const pinnedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_name, options, done) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all) return done(null, all);
    done(null, all[0]?.address ?? "", all[0]?.family);
  };

/** Names are looked up without a limit of their own. */
function within<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

/** As much of an answer as is wanted; what comes after it is cut off. */
async function readBeginning(response: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length >= most) break;
  }
  return Buffer.concat(parts).subarray(0, most);
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "域名无法解析",
  EAI_AGAIN: "域名无法解析",
  ECONNREFUSED: "对方拒绝连接",
  ECONNRESET: "连接被对方中断",
  ENETUNREACH: "网络不通",
  EHOSTUNREACH: "网络不通",
  ETIMEDOUT: "超时无应答",
};

/** A connection that stood, and ended before the answer had come. */
const isCut = (error: unknown) => error instanceof Error && "code" in error && error.code === "ECONNRESET";

/** A connection's fault in words; of several addresses that were tried, the first's. */
function reasonOf(error: unknown): string {
  const [first = error] = error instanceof AggregateError ? error.errors : [error];
  const code = first instanceof Error && "code" in first ? String(first.code) : "";
  if (reasons[code]) return reasons[code];
  return /CERT|SSL|TLS|ALTNAME/.test(code) ? `证书或加密连接有误（${code}）` : `发送失败（${code || "未知原因"}）`;
}
