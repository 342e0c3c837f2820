import { z } from "zod";
import type { Endpoint, Input, LooseInput, Reply } from "~/contract/endpoint";
import { isRowNumber } from "~/contract/endpoint";
import { shapeOf } from "~/server/lib/input";

/** Calls the API as the caller would; ends the tool's call where the API refuses. */
export type Ask = <E extends Endpoint>(endpoint: E, input: Input<E> | LooseInput) => Promise<Reply<E>>;

export type Given = Readonly<Record<string, unknown>>;

/** What a model may do: made of endpoints, whose permission, scope, limits and log are those of a person's call. */
export interface Tool {
  name: string;
  /** In Chinese, for the person who allows it. */
  title: string;
  /** For the model, in Chinese and English. */
  description: string;
  /** It is for holders of all of their permissions. */
  endpoints: readonly Endpoint[];
  shape: z.ZodRawShape;
  changes: boolean;
  isDestructive: boolean;
  run(ask: Ask, given: Given, isConfirmed: boolean): Promise<unknown>;
  /** Where a person would be asked before: the question. */
  question?: ((ask: Ask, given: Given) => Promise<string | undefined>) | undefined;
}

interface Words {
  name: string;
  title: string;
  /** In Chinese, then in English. */
  tells: readonly [chinese: string, english: string];
}

interface Options<E extends Endpoint> extends Words {
  /** Of the endpoint's query and body the fields that the tool takes. */
  takes?: readonly (keyof (Fields<E["query"]> & Fields<E["body"]>) & string)[];
  /** What the call always says. */
  fixed?: { query?: Given; body?: Given };
  /** What else the tool takes, of another endpoint or for itself. */
  more?: z.ZodRawShape;
  /** Endpoints that it calls in addition. */
  also?: readonly Endpoint[];
  isDestructive?: boolean;
  question?: Tool["question"];
  /** What the body says in addition once the person has agreed. */
  onceAsked?: Given;
  answer?: (reply: Reply<E>, ask: Ask, given: Given) => unknown;
}

type Fields<T extends z.ZodType> = z.input<T> extends object ? z.input<T> : object;

/** A tool that is one call; `also` and `answer` add to what it tells. */
export function tool<E extends Endpoint>(endpoint: E, options: Options<E>): Tool {
  const { name, title, tells, takes = [], fixed = {}, more = {}, also = [], isDestructive = false } = options;
  const { question, onceAsked = {}, answer } = options;
  const [query, body] = [shapeOf(endpoint.query), shapeOf(endpoint.body)];
  const taken = (shape: Record<string, z.ZodType>) =>
    Object.fromEntries(Object.entries(shape).filter(([field]) => takes.some((one) => one === field)));
  const params = paramsOf(endpoint);
  const parts = { query: taken(query), body: taken(body) };
  return {
    ...{ name, title, description: tells.join("\n"), isDestructive, question },
    endpoints: [endpoint, ...also],
    shape: { ...params, ...parts.query, ...parts.body, ...more },
    changes: endpoint.method !== "GET" && !endpoint.isRead,
    async run(ask, given, isConfirmed) {
      const reply = await ask(endpoint, {
        params: only(params, given) as Record<string, string | number>,
        query: { ...only(parts.query, given), ...fixed.query },
        body: { ...only(parts.body, given), ...fixed.body, ...(isConfirmed && onceAsked) },
      });
      return answer ? answer(reply, ask, given) : reply;
    },
  };
}

const rowNumber = z.int().positive().meta({ label: "记录编号（id）" });

function paramsOf({ path }: Endpoint): Record<string, z.ZodType> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => (name && isRowNumber(name) ? [name] : []));
  return Object.fromEntries(names.map((name) => [name, rowNumber]));
}

const only = (shape: object, given: Given) =>
  Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(shape, name)));
