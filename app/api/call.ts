import { ofetch } from "ofetch";
import { isAnothers, renewToken, token } from "~/app/api/cookie";
import { expire, signInRedirect } from "~/app/api/expire";
import { markViewerStale } from "~/app/api/viewer-age";
import { t } from "~/app/i18n/t";
import {
  addressOf,
  ageHeader,
  type Endpoint,
  type Input,
  keyHeader,
  type LooseInput,
  type Method,
  type Reply,
} from "~/contract/endpoint";
import type { FieldError } from "~/contract/errors";
import { lsnHeader } from "~/contract/lsn";
import { noteAnswer, noteLost, noteRefused } from "./blocked";
import { sendWhileBusy } from "./busy";
import { CallError } from "./call-error";
import { readClock } from "./clock";
import { deadline } from "./deadline";
import { consumeFirstReply, type Received } from "./first-reply";
import { keyFor } from "./idempotency-key";
import { endTab } from "./other-person";
import { isToldByFrame, keepAnswer, keptAnswer, lastAnswer, outdateAnswers, seenAnswer, showFrom } from "./seen-pages";
import { toast } from "./toast";
import { noteWritten } from "./written-up-to";

type Optional<Part> = Partial<Part> extends Part ? true : false;
type Part<Name extends string, Value> = Optional<Value> extends true ? { [K in Name]?: Value } : { [K in Name]: Value };

/** The input of a call to an endpoint; parts that the endpoint lacks are left out. */
export type CallInput<E extends Endpoint> = ([keyof Input<E>["params"]] extends [never]
  ? { params?: undefined }
  : { params: Input<E>["params"] }) & {
  query?: Input<E>["query"];
} & ([Input<E>["body"]] extends [Record<string, never>] ? { body?: undefined } : Part<"body", Input<E>["body"]>);

type InputArgument<E extends Endpoint> =
  Optional<CallInput<E>> extends true ? [input?: CallInput<E>] : [input: CallInput<E>];

export interface CallOptions {
  /** A loader's or action's `request.signal`; a call given up through it is silent. */
  signal?: AbortSignal;
  toast?: { duration?: number };
  silent?: boolean;
  /** The error of this code is not shown: the caller shows it. */
  silentOn?: number | undefined;
  key?: string;
  /** How many seconds ago it was written, of what had to wait for the network. */
  age?: number;
  /** Not shown where no answer comes: the caller keeps what was to be sent. */
  isQuietWhenLost?: boolean;
}

export type CalledEndpoint = Pick<Endpoint, "method" | "path" | "permission" | "isRead" | "mayWait">;

/** The bearer header; without a token, an endpoint that needs one is not called. */
export function authorization(endpoint: Pick<Endpoint, "permission">): Record<string, string> {
  const bearer = token();
  if (bearer) return { authorization: `Bearer ${bearer}` };
  if (endpoint.permission === "public") return {};
  throw signInRedirect();
}

function report(error: CallError, { toast: how, silent, silentOn }: CallOptions): CallError {
  if (!silent && error.code !== silentOn) toast.error(error.message, how);
  return error;
}

/** A request without an answer: aborted (silent), timed out, or lost. */
export function unanswered(cause: unknown, limit: ReturnType<typeof deadline>, options: CallOptions): unknown {
  if (limit.isGivenUp()) return options.signal?.reason ?? cause;
  if (!limit.isLate()) noteLost();
  const message = limit.isLate() ? t("请求超时，请重试。") : t("请求错误，请检查网络后重试。");
  const error = new CallError({ status: 0, code: 0, message, data: null, fields: [] });
  return options.isQuietWhenLost ? error : report(error, options);
}

interface Envelope {
  code?: unknown;
  message?: unknown;
  data?: unknown;
}

function parse(text: string): Envelope | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

function fieldsOf(data: unknown): readonly FieldError[] {
  const list = typeof data === "object" && data !== null && "errors" in data ? data.errors : [];
  return Array.isArray(list)
    ? list.filter((entry) => typeof entry?.field === "string" && typeof entry.message === "string")
    : [];
}

interface Answer {
  status: number;
  /** The token that the request carried, to tell an ended session from a late answer to an earlier one. */
  authorization: string | undefined;
  renewal: string | null;
  text: string;
}

/** The error catalogue (domain S.8): the data of a success, or a thrown error that the user has been told of. */
export function settle(answer: Answer, options: CallOptions): unknown {
  const { status } = answer;
  noteAnswer();
  const bearer = token();
  const isCurrent = !bearer || answer.authorization === `Bearer ${bearer}`;
  if (status === 401 && isCurrent) throw expire();
  // A late answer to a session that has ended must not open it again.
  if (isCurrent && (bearer || !answer.authorization)) renewToken(answer.renewal);
  const body = parse(answer.text);
  const isFine = status >= 200 && status < 300;
  if (isFine && !answer.text.trim()) return null;
  if (isFine && (body?.code === 200 || body?.code === 0)) return body.data;
  const fields = fieldsOf(body?.data);
  const said = typeof body?.message === "string" && body.message ? body.message : undefined;
  const unsaid = status >= 500 ? t("系统繁忙，请稍后再试") : t("响应异常！");
  const message = complaint(said, fields) ?? said ?? unsaid;
  const code = typeof body?.code === "number" ? body.code : 0;
  if (code === 40300) markViewerStale();
  noteRefused();
  throw report(new CallError({ status, code, message, data: body?.data ?? null, fields }), options);
}

/** The server's default message for input with field errors. */
const invalid = "校验失败";

/** The first field error, in its own words, in case its field is out of sight; a specific refusal message is kept. */
function complaint(said: string | undefined, [first]: readonly FieldError[]): string | undefined {
  if (!first || (said && said !== invalid)) return undefined;
  return first.message;
}

interface Sent {
  headers: Record<string, string>;
  body: unknown;
}

/** One request and its whole answer; a request that the head's script has made is not repeated, unless it was lost. */
async function answerOf(
  method: Method,
  address: string,
  { headers, body }: Sent,
  { signal }: { signal: AbortSignal },
): Promise<Received> {
  const begun = method === "GET" ? consumeFirstReply(address, headers.authorization, signal) : undefined;
  const first = begun && (await begun);
  if (first) return first;
  const response = await ofetch.raw<string, "text">(address, {
    method,
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    responseType: "text",
    ignoreResponseError: true,
    retry: 0,
    signal,
  });
  return { status: response.status, headers: response.headers, text: response._data ?? "" };
}

/** `call` for an endpoint in a variable with input from the wire; the caller guarantees the input's shape. */
export async function callLoosely(
  endpoint: CalledEndpoint,
  input: LooseInput,
  options: CallOptions = {},
): Promise<unknown> {
  if (isAnothers()) return endTab();
  const address = addressOf(endpoint, input);
  if (!isLoaders(endpoint, options)) return ask(endpoint, address, input, options);
  // A list may come from the cache; a record that might be edited may not.
  const seen = endpoint.path.includes("{") ? undefined : seenAnswer(address);
  if (seen) return seen.data;
  const isQuietWhenLost = isToldByFrame();
  try {
    return await ask(endpoint, address, input, { ...options, isQuietWhenLost });
  } catch (error) {
    if (!isFault(error)) throw error;
    const isLost = error.status === 0;
    const last = lastAnswer(address) ?? (isLost ? await keptAnswer(address) : undefined);
    if (!last) throw isLost && isQuietWhenLost ? report(error, options) : error;
    if (isLost) showFrom(last.at);
    return last.data;
  }
}

/** For loaders: with their own signal, and failures are shown. */
const isLoaders = ({ method }: CalledEndpoint, { signal, silent }: CallOptions) =>
  method === "GET" && signal !== undefined && !silent;

const isFault = (error: unknown): error is CallError =>
  error instanceof CallError && (error.status === 0 || error.status >= 500);

async function ask(
  endpoint: CalledEndpoint,
  address: string,
  input: LooseInput,
  options: CallOptions,
): Promise<unknown> {
  const headers = authorization(endpoint);
  if (options.key) headers[keyHeader] = options.key;
  if (options.age !== undefined) headers[ageHeader] = String(options.age);
  const limit = deadline(options.signal);
  const sent = Date.now();
  const {
    status,
    headers: said,
    text,
  } = await sendWhileBusy({ method: endpoint.method, headers, silent: options.silent, signal: limit.signal }, () => {
    limit.restart();
    return answerOf(endpoint.method, address, { headers, body: input.body }, limit);
  })
    .catch((cause: unknown) => {
      throw unanswered(cause, limit, options);
    })
    .finally(limit.end);
  readClock(said, sent);
  noteWritten(said.get(lsnHeader));
  const renewal = said.get("authorization");
  const data = settle({ status, authorization: headers.authorization, renewal, text }, options);
  if (endpoint.method !== "GET" && !endpoint.isRead) outdateAnswers();
  return isLoaders(endpoint, options) ? keepAnswer({ address, path: endpoint.path }, text, data) : data;
}

/**
 * Calls the API: returns a success's data, else throws a CallError that a toast has shown. A 401 ends the session and leads to
 * /login. The only place that knows HTTP.
 */
export function call<E extends Endpoint>(
  endpoint: E,
  ...[input, options]: [...InputArgument<E>, options?: CallOptions]
): Promise<Reply<E>> {
  // The contract says what the server answers, and the server's tests check it.
  const key = keyFor(endpoint);
  return callLoosely(endpoint, (input ?? {}) as LooseInput, { ...(key && { key }), ...options }) as Promise<Reply<E>>;
}
