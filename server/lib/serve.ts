import { z } from "zod";
import type { Page } from "~/contract/common";
import {
  type Access,
  ageHeader,
  type Endpoint,
  isKeyed,
  isList,
  isListExport,
  isRowNumber,
  keyDays,
  keyHeader,
  keyLength,
  type Line,
  type Method,
  type Nothing,
  type Params,
  waitDays,
} from "~/contract/endpoint";
import { labelOf, metaOf } from "~/contract/field";
import type { Permission } from "~/contract/permissions";
import { queryLabel } from "~/contract/query-label";
import type { Where } from "~/contract/where";
import type { Database, Db, Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import type { Caller } from "~/server/lib/caller";
import { type Answer, type Call, type Origin, Refusal, refuseFields, type Signed, type SignedCall } from "./call";
import type { UseStatus } from "./entity";
import { answerOnce, type KeyedCall } from "./idempotency";
import { parseInput, refuseDoubts, shapeOf } from "./input";
import { listSource, readList, replicaFor } from "./list";
import { countKeyword } from "./search";
import type { Services } from "./services";
import { doubtsIn, tidyInput } from "./texts-in";
import { applied, checkAsked } from "./where";

/** A request that has passed token and permission, before its input is parsed. */
export interface RawCall {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  user: Caller | undefined;
  signed?: Signed | undefined;
  origin: Origin;
  services: Services;
  raw: Request;
}

/** As much of a request as is known before anything of it is read. */
export type Knock = Pick<RawCall, "services" | "origin">;

export interface Served {
  endpoint: Endpoint;
  /** It changes something, or leaves a trace. */
  changes: boolean;
  /** Counts the caller, before anything of the call is read. */
  admit: ((knock: Knock) => Promise<void>) | undefined;
  answer(raw: RawCall): Promise<unknown>;
  /** Of a list: how many rows the call would find. */
  count?(raw: RawCall): Promise<Total>;
}

type Total = Pick<Page<unknown>, "total" | "total_capped">;

export interface ServeOptions {
  /** A write that must not hold a transaction open (password hashing, files); what it changes goes through `call.transaction`. */
  ownTransaction?: boolean;
  /** Of a public door: counts the caller by `try-limit.ts`, and ends the request after too many. Calls refused for their content count too. */
  admit?: (knock: Knock) => Promise<void>;
  /** A GET that leaves a trace, such as a number that is shown: it runs in a transaction as a write does. */
  writes?: boolean;
}

/** Binds an endpoint to its handler. Input is parsed by the contract; a write runs in one transaction that its audit line shares. */
export function serve<
  const L extends Line,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  P extends Access,
>(
  endpoint: Endpoint<L, Q, B, R, P>,
  handler: (call: Call<L, Q, B, P>) => Promise<Answer<R>>,
  options: ServeOptions = {},
): Served {
  const changes = (endpoint.method !== "GET" && !endpoint.isRead) || options.writes === true;
  const isWrite = changes && !options.ownTransaction;
  const isPage = isList(endpoint);
  const isSheet = !changes && isListExport(endpoint);
  // What it edits is known, and with it what it leaves alone, once its transaction has locked it.
  const isEdit = isWrite && (/\{\w+\}/.test(endpoint.path) || ["PUT", "PATCH"].includes(endpoint.method));
  const findsContacts = metaOf(shapeOf(endpoint.query).keyword).findsContacts;
  const counted = async ({ services, user }: RawCall, query: unknown) => {
    if (findsContacts && user) await countKeyword(services, user, (query as { keyword?: unknown }).keyword);
  };
  const inputOf = (raw: RawCall) => {
    const { services, origin } = raw;
    const sent = endpoint.bytes ? {} : tidyInput(endpoint.body, raw.body);
    const labelIn = (name: string) => labelOf(shapeOf(endpoint.body)[name], name);
    const doubts = doubtsIn(endpoint.body, sent, labelIn);
    if (!isEdit) refuseDoubts(doubts);
    return {
      // `id` and `*_id` match digits only (mount), so they are numbers here: what Params<L> says.
      params: numbersIn(raw.params) as Params<L>,
      query: checkAsked(
        endpoint,
        parseInput(endpoint.query, tidyInput(endpoint.query, raw.query), (name) => queryLabel(endpoint, name)),
        services.now(),
      ),
      body: endpoint.bytes ? (undefined as z.output<B>) : parseInput(endpoint.body, sent, labelIn),
      doubts,
      // Mount lets nobody through to a protected endpoint without a caller: what the conditional type says.
      user: raw.user as Call<L, Q, B, P>["user"],
      signed: raw.signed,
      origin,
      services,
      raw: raw.raw,
      waited: waitedFor(endpoint, raw.raw),
    };
  };
  /** The list of an input; no write comes of it, so that it needs no transaction of its own. */
  const listed = (input: ReturnType<typeof inputOf>, query: z.output<Q>, db: Db) =>
    handler({ ...input, query, db, transaction: (act) => input.services.db.transaction(act) });
  return {
    endpoint,
    changes,
    admit: options.admit,
    async answer(raw) {
      const { services } = raw;
      const input = inputOf(raw);
      await counted(raw, input.query);
      const keyed = keyedCall(endpoint, raw);
      let isKept = !keyed;
      const transaction = <T>(act: (tx: Transaction) => Promise<T>) => {
        isKept = true;
        return inTransaction(services.db, (tx) => (keyed ? answerOnce(tx, keyed, act) : act(tx)));
      };
      const read = async () => {
        const replica = isSheet ? await replicaFor(raw) : undefined;
        const asOf = replica && isoInstant(replica.asOf());
        return handler({ ...input, db: replica?.exports ?? services.db, transaction, asOf });
      };
      const reply = isWrite
        ? await transaction(async (tx) => {
            const answer = await handler({ ...input, db: tx, transaction: (act) => tx.transaction(act) });
            refuseDoubts(input.doubts);
            return answer;
          })
        : await (isPage
            ? readList(await listSource(raw), (db) => withGroups(input.query, (query) => listed(input, query, db)))
            : read());
      if (process.env.NODE_ENV === "test") {
        checkReply(endpoint, reply);
        checkApplied(endpoint, input.query);
        if (!isKept) throw new Error(`${endpoint.line}: its Idempotency-Key was not kept (call.transaction)`);
      }
      return reply;
    },
    ...(isPage && {
      async count(raw: RawCall) {
        const input = inputOf(raw);
        await counted(raw, input.query);
        const page = await readList(await listSource(raw), (db) => listed(input, countOnly(input.query), db));
        if (process.env.NODE_ENV === "test") checkApplied(endpoint, input.query);
        const { total, total_capped } = page as Total;
        return { total, total_capped };
      },
    }),
  };
}

type Act<B> = (call: SignedCall, id: number, body: B) => Promise<unknown>;

type RecordLine = `${Method} /${string}{id}${string}`;
type Person = Exclude<Access, "public">;

export const serveAct = <
  const L extends RecordLine,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  P extends Person,
>(
  endpoint: Endpoint<L, Q, B, R, P>,
  read: (call: SignedCall, id: number) => Promise<Answer<R>>,
  act: Act<z.output<B>>,
  options?: ServeOptions,
): Served =>
  serve(
    endpoint,
    async (call) => {
      // What its line and its access say.
      const record = call as unknown as SignedCall & { params: { id: number }; body: z.output<B> };
      const { id } = record.params;
      await act(record, id, record.body);
      return read(record, id);
    },
    options,
  );

export const serveNull = <const L extends RecordLine, Q extends z.ZodType, B extends z.ZodType, P extends Person>(
  endpoint: Endpoint<L, Q, B, z.ZodNull, P>,
  act: Act<z.output<B>>,
  options?: ServeOptions,
): Served => serveAct(endpoint, async () => null, act, options);

type Switch<A extends "enable" | "disable", R extends z.ZodType> = Endpoint<
  `PATCH /${string}/{id}/${A}`,
  Nothing,
  Nothing,
  R,
  Permission
>;

/** The handlers of `statusEndpoints`: `turn` is mostly an entity's. */
export const statusHandlers = <R extends z.ZodType>(
  contract: { enable: Switch<"enable", R>; disable: Switch<"disable", R> },
  turn: (call: SignedCall, id: number, status: UseStatus) => Promise<unknown>,
  read: (call: SignedCall, id: number) => Promise<Answer<R>>,
): Served[] => [
  serveAct(contract.enable, read, (call, id) => turn(call, id, "enabled")),
  serveAct(contract.disable, read, (call, id) => turn(call, id, "disabled")),
];

/** The same query for a page without rows: what is left of a list is its count. */
const countOnly = <Q>(query: Q): Q => ({ ...query, page: 1, page_size: 0 });

/** A page, and where it is asked for how many rows have each value of a field. These are counted without that field's own filter, so that one may go from value to value. */
async function withGroups<Q, R>(query: Q, list: (query: Q) => Promise<R>): Promise<R> {
  const { group } = query as { group?: string };
  if (!group) return list(query);
  const page = await list({ ...query, group: undefined });
  const { groups } = (await list(countOnly({ ...query, [group]: undefined }))) as { groups?: unknown };
  return { ...page, groups };
}

/** In tests a list that passes over its `where` is a fault: it would show, and export, what was not asked for. */
function checkApplied(endpoint: Endpoint, query: unknown) {
  const { where } = query as { where?: Where };
  if (where && !applied.has(where)) throw new Error(`${endpoint.line}: its where was not applied`);
}

/** The call with its `Idempotency-Key`, where it has one that counts. */
function keyedCall(endpoint: Endpoint, { query, body, user, services, raw }: RawCall): KeyedCall | undefined {
  const key = raw.headers.get(keyHeader);
  if (key === null || !user || !isKeyed(endpoint)) return undefined;
  const { minLength, maxLength } = keyLength;
  if (key.length < minLength || key.length > maxLength)
    return refuseFields([{ field: keyHeader, label: "请求编号", message: `须为${minLength}–${maxLength}个字符` }]);
  const called = `${endpoint.method} ${new URL(raw.url).pathname}`;
  return { services, userId: user.id, endpoint: called, key, content: [query, body], days: keyDays(endpoint) };
}

/** How many milliseconds a write has waited for the network, by its own word: never from the future, nor longer than it may wait. */
function waitedFor({ mayWait }: Endpoint, { headers }: Request): number {
  const said = headers.get(ageHeader);
  if (said === null) return 0;
  const wrong = (message: string) => refuseFields([{ field: ageHeader, label: "写下时间", message }]);
  if (!mayWait) return wrong("该请求不能离线保存");
  if (!/^-?\d{1,9}$/.test(said)) return wrong("须为整秒数");
  return Math.min(Math.max(Number(said), 0), waitDays * 86_400) * 1_000;
}

/** What a refusal leaves behind is written once its transaction has been rolled back. */
async function inTransaction<T>(db: Database, write: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(write);
  } catch (error) {
    if (error instanceof Refusal) await error.afterwards?.(db);
    throw error;
  }
}

function numbersIn(params: Record<string, string>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, isRowNumber(name) ? Number(value) : value]),
  );
}

/** In tests a reply that is not what the contract says is a fault, so that the contract stays true. */
function checkReply(endpoint: Endpoint, reply: unknown) {
  if (endpoint.reply instanceof z.ZodLiteral) return;
  const parsed = endpoint.reply.safeParse(reply);
  if (!parsed.success)
    throw new Error(`${endpoint.line}: reply is not what the contract says: ${z.prettifyError(parsed.error)}`);
}
