import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { Endpoint, LooseInput, Reply } from "~/contract/endpoint";
import type { FieldError } from "~/contract/errors";
import { type CallOptions, callLoosely } from "./call";
import { CallError } from "./call-error";
import { announceWrite } from "./written";

export type Acts = Record<string, Endpoint>;

/** A refused write, as the screen gets it back: nothing that was typed is lost. The toast has been shown. */
export interface WriteError {
  code: number;
  message: string;
  /** E.g. the present record of a stale version. */
  data: unknown;
  fields: readonly FieldError[];
}

export type WriteResult<A extends Acts> = {
  [K in keyof A]: { ok: true; act: K; data: Reply<A[K]> } | { ok: false; act: K; error: WriteError };
}[keyof A];

/** A clientAction made by `writes`; `acts` carries its types to `useAct`. */
export interface WriteAction<A extends Acts> {
  (args: ClientActionFunctionArgs): Promise<WriteResult<A>>;
  acts: A;
}

/** What `useAct` submits: one act with its input. */
export interface Submission extends LooseInput {
  act: string;
}

/** The clientAction of a screen: the acts it may do, by name, e.g. `writes({ claim: customer.claim })`; `options` is for single acts. */
export function writes<A extends Acts>(
  acts: A,
  options: { [K in keyof A]?: Pick<CallOptions, "toast"> } = {},
): WriteAction<A> {
  const action = async ({ request }: ClientActionFunctionArgs): Promise<WriteResult<A>> => {
    const { act, ...input } = (await request.json()) as Submission & { act: keyof A & string };
    const endpoint = acts[act];
    if (!endpoint) throw new Error(`unknown act ${act}`);
    try {
      const data = await callLoosely(endpoint, input, { ...options[act], signal: request.signal });
      announceWrite();
      return { ok: true, act, data } as WriteResult<A>;
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      const { code, message, data, fields } = failure;
      return { ok: false, act, error: { code, message, data, fields } };
    }
  };
  return Object.assign(action, { acts });
}
