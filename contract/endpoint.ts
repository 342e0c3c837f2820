import { z } from "zod";
import type { Permission } from "./permissions";
import type { WhereOptions } from "./where";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Line = `${Method} /${string}`;

/** The callers allowed: everyone, anyone signed in, holders of a code, or holders of any of several codes. */
export type Access = "public" | "signed-in" | Permission | readonly Permission[];

/** Whether somebody may make a call, as far as permission codes say: what the server enforces, and by which a screen hides its button. */
export function mayCall(
  caller: { permissions: ReadonlySet<string> | readonly string[] } | undefined,
  { permission }: { permission: Access },
): boolean {
  if (permission === "public") return true;
  if (!caller) return false;
  if (permission === "signed-in") return true;
  const held = new Set<string>(caller.permissions);
  return typeof permission === "string" ? held.has(permission) : permission.some((code) => held.has(code));
}

/** The reply of a download: bytes with a Content-Disposition, not the envelope. */
export const file = z.literal("file");

export const xml = z.literal("xml");

export const redirect = z.literal("redirect");

/** The reply of an event stream: text/event-stream, not the envelope. */
export const stream = z.literal("stream");

/** The reply that says nothing but that it was heard: 204. */
export const empty = z.literal("empty");

const nothing = z.object({});
export type Nothing = typeof nothing;

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

/** `id` and `*_id` are row numbers (digits only on the wire), every other parameter is text. */
export type Params<L extends string> = {
  [K in ParamNames<L>]: K extends "id" | `${string}_id` ? number : string;
};

export const isRowNumber = (name: string) => name === "id" || name.endsWith("_id");

export interface EndpointOptions<Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> {
  query?: Q;
  body?: B;
  reply: R;
  /** The kind of record that it reads, as in the operation log: screens that show the answer learn when somebody else changes the record (without `{id}`: any of the kind). */
  kind?: string;
  /** Entries that share one method and path (⑂ in domain E.1): this one is meant when the raw input says so. An entry without it is the default. */
  select?: (input: { query: Record<string, unknown>; body: Record<string, unknown> }, userId: number) => boolean;
  /** The body is a file's bytes instead of JSON. */
  bytes?: boolean;
  /** The browser keeps the answer, and asks each time whether it still holds (ETag). */
  isKept?: boolean;
  /** The company's sites read it (domain E.6): browsers and caches keep the answer for a while, never beyond the moment at which it changes by itself, and ask by its mark whether it still holds. */
  sharedFor?: "page" | "dictionary";
  /** Search engines are told not to list its answer. */
  isUnlisted?: boolean;
  /** Pages of `site.origins` may call it, and no other site's: the browser is told so. */
  isFromSites?: boolean;
  /** Its JSON carries a file as base64. */
  carriesFile?: boolean;
  /** Only machines call it, each call signed with a key of `integration.keys`. */
  isSigned?: boolean;
  /** The reply goes out as it is, without the envelope, for tools that are not ours. */
  isPlain?: boolean;
  /** A POST that only reads: what it asks for is too personal for an address. */
  isRead?: boolean;
  /** Whether a personal key may reach it, where that does not follow from the rest (contract/key-reach.ts). */
  keys?: boolean;
  /** It tells how far a task is: as the answer to a write, it says up to where its reader knows of writes (`lsnHeader`). */
  isProgress?: boolean;
  /** Why a POST carries no `Idempotency-Key`: what becomes of it when it is sent twice. */
  unkeyed?: string;
  /** Written without a network it is sent when there is one again (domain 0 Offline): whatever its method it carries an `Idempotency-Key`, kept for 30 days, and it may say how long ago it was written. */
  mayWait?: boolean;
  /** Of a list or its export: what `where` may name in addition to its filters and orders. */
  where?: WhereOptions;
}

export interface Endpoint<
  L extends Line = Line,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  P extends Access = Access,
> extends EndpointOptions<Q, B, R> {
  line: L;
  /** What it does, in Chinese: the OpenAPI summary and the words of the audit line. */
  summary: string;
  permission: P;
  method: Method;
  path: string;
  query: Q;
  body: B;
}

/** Declares one call of the API: its line as domain E writes it, what it does, who may make it, and the shapes that go in and out. */
export function endpoint<
  const L extends Line,
  R extends z.ZodType,
  const P extends Access,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(line: L, summary: string, permission: P, options: EndpointOptions<Q, B, R>): Endpoint<L, Q, B, R, P> {
  const [method, path] = line.split(" ") as [Method, string];
  return {
    ...options,
    line,
    summary,
    permission,
    method,
    path,
    query: options.query ?? (nothing as unknown as Q),
    body: options.body ?? (nothing as unknown as B),
  };
}

/** By this header the server knows a filled-in form that is sent again. */
export const keyHeader = "Idempotency-Key";
export const keyLength = { minLength: 8, maxLength: 64 };

/** By this header a write that had to wait for the network says how many seconds ago it was written. */
export const ageHeader = "X-Written-Ago";
/** A write that has waited for longer is not sent any more. */
export const waitDays = 7;
/** How many days the server knows a key. */
export const keyDays = ({ mayWait }: Pick<Endpoint, "mayWait">): number => (mayWait ? 30 : 1);

/** Whether a call carries an `Idempotency-Key`: every POST of somebody signed in, but for files, reads and those that say why not; and what may wait for the network. */
export const isKeyed = ({
  method,
  permission,
  bytes,
  isRead,
  unkeyed,
  mayWait,
}: Pick<Endpoint, "method" | "permission" | "bytes" | "isRead" | "unkeyed" | "mayWait">): boolean =>
  (method === "POST" || mayWait === true) && permission !== "public" && !bytes && !isRead && !unkeyed;

export type Input<E extends Endpoint> = {
  params: Params<E["line"]>;
  query: Partial<z.output<E["query"]>>;
  body: z.input<E["body"]>;
};

export type Reply<E extends Endpoint> = z.output<E["reply"]>;

/** Whether a call answers a page of a list: it is asked for which, and in what order. */
export const isList = ({ method, query, reply }: Pick<Endpoint, "method" | "query" | "reply">): boolean =>
  method === "GET" &&
  reply !== file &&
  query instanceof z.ZodObject &&
  ["page", "page_size", "sort"].every((name) => name in query.shape);

export const isListExport = ({ method, path, reply }: Pick<Endpoint, "method" | "path" | "reply">): boolean =>
  method === "GET" && reply === file && path.endsWith("/export") && !path.includes("{");

export function pathOf(endpoint: Pick<Endpoint, "path">, params: Record<string, string | number> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? "")));
}

/** Query values as the wire writes them: lists comma-separated, booleans 1/0, objects as JSON, empty ones left out. */
export function writeQuery(query: Record<string, unknown>): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "") continue;
    if (Array.isArray(value)) {
      if (value.length) search.set(name, value.join(","));
    } else search.set(name, textOf(value));
  }
  return search;
}

function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The parts of an input as the wire knows them, without their types. */
export interface LooseInput {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export function addressOf(endpoint: Pick<Endpoint, "path">, { params, query = {} }: LooseInput): string {
  const search = writeQuery(query).toString();
  return pathOf(endpoint, params) + (search ? `?${search}` : "");
}
