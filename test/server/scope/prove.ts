import { sql, TransactionRollbackError } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addressOf, type Endpoint, type LooseInput, type Reply } from "~/contract/endpoint";
import type { Permission } from "~/contract/permissions";
import { createApp } from "~/server/app";
import type { Database } from "~/server/database/database";
import type { Services } from "~/server/lib/services";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { testNow } from "~/test/support/factories";
import { rounds } from "~/test/support/seed";
import { expectedOf, type Family, isReached, type Kind, type Relation, reached, relations } from "./relations";
import { type Caller, makeWorld, type World } from "./world";

/** What a call is made of: the record that is asked for, and whatever else it needs. */
export interface Asked {
  id: number | string;
  caller: Caller;
  relation: Relation;
  world: World;
  /** What an endpoint shows a super administrator. */
  read<E extends Endpoint>(endpoint: E, params: Record<string, number | string>): Promise<Reply<E>>;
}

/** One number that an endpoint takes, and what the domain says of it. */
export interface Case {
  endpoint: Endpoint;
  /** The path parameter or the field of the body. */
  name: string;
  /** Users with any of these codes may call (E); `any`: every signed-in user; `public`: everybody. */
  code: Permission | readonly Permission[] | "any" | "public";
  kind: Kind;
  /** Which, of a kind without owners. */
  of?: string;
  family: Family;
  input(asked: Asked): LooseInput | Promise<LooseInput>;
  /** A combination that says nothing, such as a customer given to its present owner. */
  isMoot?(asked: Pick<Asked, "caller" | "relation">): boolean;
}

type Body = object | ((asked: Asked) => object | Promise<object>);
const bodyOf = async (body: Body, asked: Asked): Promise<object> =>
  typeof body === "function" ? (body as (asked: Asked) => object | Promise<object>)(asked) : body;

/** The record by its number in the address, with this body and query. */
export const at =
  (body: Body = {}, query: object = {}) =>
  async (asked: Asked): Promise<LooseInput> => ({
    ...{ params: { id: asked.id }, query: { ...query }, body: await bodyOf(body, asked) },
  });
/** The record as one of a batch. */
export const among =
  (body: Body = {}) =>
  async (asked: Asked): Promise<LooseInput> => ({ body: { ...(await bodyOf(body, asked)), ids: [asked.id] } });

/** Makes cases of one kind, asked for by the record's number in the address unless `more` says otherwise. */
export const casesOf =
  (kind: Kind, usual?: Family) =>
  (
    endpoint: Endpoint,
    code: Case["code"],
    family: Family = usual ?? never(),
    input: Case["input"] = at(),
    more: Partial<Case> = {},
  ): Case => ({ endpoint, name: "id", code, kind, family, input, ...more });

/** How many times a case is proven, each time by other callers; more of them by the environment. */
const runs = Number(process.env.SCOPE_RUNS ?? 1);

/** Proves each case by a test of its own: rows in every relation (in the commit's run: in half of them, drawn at random) are asked for by callers drawn at random, each request undone after its answer. fast-check prints the seed of a failure. */
export function prove(cases: readonly Case[]): void {
  const { db } = testDatabase();
  const stage = standing(db);

  test.each(cases.map((one) => [`${one.endpoint.line} ${one.endpoint.summary}: ${one.name}`, one] as const))(
    "%s",
    async (_, one) => {
      const { callers } = await stage.world();
      const all: readonly Relation[] = relations[one.kind];
      const length = Math.ceil(all.length / rounds(2, 1));
      // Callers without the code prove little; each is drawn, the others more often.
      const names = [
        ...callers,
        ...callers.filter((caller) => mayCall(one, caller)),
        ...callers.filter((caller) => mayCall(one, caller)),
      ].map(({ name }) => name);
      const exactly = { minLength: length, maxLength: length };
      const drawn = [fc.subarray([...all], exactly), fc.array(fc.constantFrom(...names), exactly)] as const;
      const callerOf = (name = "") => callers.find((caller) => caller.name === name) ?? never();
      await fc.assert(
        fc.asyncProperty(...drawn, async (known, drawnNames) => {
          const answers: Answer[] = [];
          const expected: Answer[] = [];
          for (const [index, relation] of known.entries()) {
            const caller = callerOf(drawnNames[index]);
            expected.push(stage.expected(one, caller, relation));
            answers.push(await stage.answer(one, caller, relation));
          }
          const isWrong = (index: number) => JSON.stringify(answers[index]) !== JSON.stringify(expected[index]);
          expect(answers.filter((_one, index) => isWrong(index))).toEqual(
            expected.filter((_one, index) => isWrong(index)),
          );
        }),
        { numRuns: runs, endOnFailure: true },
      );
    },
  );
}

function mayCall({ code }: Case, { codes }: Caller): boolean {
  if (code === "any" || code === "public") return true;
  return typeof code === "string" ? codes.has(code) : code.some((one) => codes.has(one));
}

/** Answers as the proof compares them: the code, and whether a refusal left everything as it was. */
interface Answer {
  case: string;
  code: number;
  isUntouched: boolean;
}

function standing(db: Database) {
  let current = db;
  const api = testApi(db, { now: testNow });
  // Each request runs within a transaction of the test, which is undone: what it writes, no other sees.
  const services: Services = Object.defineProperty({ ...api.services }, "db", { get: () => current });
  const app = createApp(services);
  let made: Promise<World> | undefined;
  let prints: string | undefined;

  const world = () => {
    made ??= resetDatabase(db).then(() => makeWorld(api.services, api.tokenOf));
    return made;
  };
  const nameOf = ({ name }: Caller, relation: Relation) => `${name}: ${JSON.stringify(relation)}`;

  async function read<E extends Endpoint>(endpoint: E, params: Record<string, number | string>): Promise<Reply<E>> {
    const { callers } = await world();
    const boss = callers.find(({ isSuper }) => isSuper) ?? never();
    const response = await app.request(`http://test.local${addressOf(endpoint, { params })}`, {
      headers: { authorization: `Bearer ${boss.token}` },
    });
    return (await response.json()).data;
  }

  async function ask({ endpoint }: Case, { token }: Caller, input: LooseInput): Promise<number> {
    const response = await app.request(`http://test.local${addressOf(endpoint, input)}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(endpoint.method === "GET" ? {} : { body: JSON.stringify(input.body ?? {}) }),
    });
    if (!response.headers.get("content-type")?.includes("json")) return response.status;
    const { code, data } = await response.json();
    // A bulk act says it of the row.
    return code === 200 && data?.failed?.[0] ? data.failed[0].code : code;
  }

  return {
    world,

    expected(one: Case, caller: Caller, relation: Relation): Answer {
      const code = mayCall(one, caller) ? expectedOf(one.family, caller, relation) : 40300;
      return { case: nameOf(caller, relation), code, isUntouched: code !== 200 && code !== reached };
    },

    async answer(one: Case, caller: Caller, relation: Relation): Promise<Answer> {
      const the = await world();
      if (one.isMoot?.({ caller, relation })) return this.expected(one, caller, relation);
      const id = await the.row(one.kind, caller, relation, one.of);
      const input = await one.input({ id, caller, relation, world: the, read });
      const writes = one.endpoint.method !== "GET";
      const { code: due } = this.expected(one, caller, relation);
      const answer: Answer = { case: nameOf(caller, relation), code: 0, isUntouched: true };
      await undone(db, async (tx) => {
        prints ??= await printsOf(tx);
        let after: string | undefined;
        await undone(tx, async (inner) => {
          current = inner;
          answer.code = await ask(one, caller, input);
          if (due === reached && isReached(answer.code)) answer.code = reached;
          const isRefused = answer.code !== 200 && answer.code !== reached;
          answer.isUntouched = isRefused;
          if (writes && isRefused && (await hasWritten(inner))) after = await printOf(inner, prints ?? "");
        }).finally(() => {
          current = db;
        });
        if (after !== undefined) answer.isUntouched = after === (await printOf(tx, prints));
      });
      return answer;
    },
  };
}

/** Acts within a transaction of its own, and undoes it. */
const undone = (db: Pick<Database, "transaction">, act: (tx: Tx) => Promise<void>) =>
  db
    .transaction(async (tx) => {
      await act(tx);
      tx.rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TransactionRollbackError)) throw error;
    });
type Tx = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** Whether the transaction has written, or locked, anything at all: only then are rows compared. */
async function hasWritten(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string | null }>(sql`select pg_current_xact_id_if_assigned()::text as id`);
  return rows[0]?.id !== null;
}

/** A query that makes one short text of every row there is, but for the great vocabularies. */
async function printsOf(db: Pick<Database, "execute">): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname not in ('district', 'country', 'currency', 'option')`);
  const parts = rows.map(
    ({ name }) => `select sum(hashtextextended(t::text, 0)) as n, '${name}' as name from ${name} t`,
  );
  return `select string_agg(name || n, ',' order by name) as print from (${parts.join(" union all ")}) rows`;
}

async function printOf(db: Pick<Database, "execute">, query: string): Promise<string> {
  const { rows } = await db.execute<{ print: string }>(sql.raw(query));
  return rows[0]?.print ?? "";
}

function never(): never {
  throw new Error("no such caller");
}
