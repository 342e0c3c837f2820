import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { Endpoint, LooseInput, Method, Reply } from "~/contract/endpoint";
import type { FieldError } from "~/contract/errors";
import { type CalledEndpoint, type CallInput, type CallOptions, callLoosely } from "./call";
import { CallError } from "./call-error";
import { announceWrite } from "./written";

/** An endpoint that changes something; reading belongs into loaders. */
export type WriteEndpoint = Endpoint<`${Exclude<Method, "GET">} /${string}`>;

/** What `run` of `useAct` needs for an endpoint. */
export type WriteInput<E extends Endpoint> = Omit<CallInput<E>, "query">;

/** A refused write, as the screen gets it back: nothing that was typed is lost. The toast has been shown. */
export interface WriteError {
  code: number;
  message: string;
  /** E.g. the present record of a stale version. */
  data: unknown;
  fields: readonly FieldError[];
}

/** How a write went; `line` is its endpoint's, e.g. `PUT /api/system/broker/{id}`. */
export type WriteResult = { ok: true; line: string; data: unknown } | { ok: false; line: string; error: WriteError };

/** What `useAct` submits to the screen's clientAction. */
export interface Submission {
  endpoint: CalledEndpoint & Pick<Endpoint, "line">;
  input: LooseInput;
  /** How long its error stays, in milliseconds. */
  errorDuration?: number;
}

/** The clientAction of every screen that writes: does the call that `useAct` asks for, and says how it went. */
export async function write({ request }: ClientActionFunctionArgs): Promise<WriteResult> {
  return submit(await request.json(), request.signal);
}

async function submit(submission: Submission, signal: AbortSignal): Promise<WriteResult> {
  const { endpoint, input, errorDuration } = submission;
  const { line } = endpoint;
  const toast = errorDuration === undefined ? undefined : { duration: errorDuration };
  try {
    const data = await callLoosely(endpoint, input, { toast, signal });
    announceWrite();
    return { ok: true, line, data };
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure;
    const { code, message, data, fields } = failure;
    return { ok: false, line, error: { code, message, data, fields } };
  }
}

// Until issue 14 has moved every screen to `write`: acts by name.

export type Acts = Record<string, Endpoint>;

type NamedResult<A extends Acts> = {
  [K in keyof A]: { ok: true; act: K; data: Reply<A[K]> } | { ok: false; act: K; error: WriteError };
}[keyof A];

/** A clientAction made by `writes`; `acts` carries its types to `useAct`. */
export interface WriteAction<A extends Acts> {
  (args: ClientActionFunctionArgs): Promise<NamedResult<A>>;
  acts: A;
}

/** One act by its name, with its input. */
export interface NamedSubmission extends LooseInput {
  act: string;
}

/** @deprecated The clientAction of a screen is `write`, and `run` of `useAct` takes the endpoint. */
export function writes<A extends Acts>(
  acts: A,
  options: { [K in keyof A]?: Pick<CallOptions, "toast"> } = {},
): WriteAction<A> {
  const action = async ({ request }: ClientActionFunctionArgs) => {
    const submission = (await request.json()) as NamedSubmission | Submission;
    if (!("act" in submission)) return submit(submission, request.signal);
    const { act, ...input } = submission;
    const endpoint = acts[act];
    if (!endpoint) throw new Error(`unknown act ${act}`);
    const errorDuration = options[act]?.toast?.duration;
    const { line: _, ...result } = await submit({ endpoint, input, errorDuration }, request.signal);
    return { ...result, act };
  };
  // `callLoosely` answers what the contract says.
  return Object.assign(action as WriteAction<A>, { acts });
}
