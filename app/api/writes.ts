import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { Endpoint, LooseInput, Method } from "~/contract/endpoint";
import type { FieldError } from "~/contract/errors";
import { type CalledEndpoint, callLoosely } from "./call";
import { CallError } from "./call-error";
import { announceWrite } from "./written";

export type WriteEndpoint = Endpoint<`${Exclude<Method, "GET">} /${string}`>;

export interface WriteError {
  code: number;
  message: string;
  data: unknown;
  fields: readonly FieldError[];
}

export type WriteResult = { ok: true; line: string; data: unknown } | { ok: false; line: string; error: WriteError };

export interface Submission {
  endpoint: CalledEndpoint & Pick<Endpoint, "line">;
  input: LooseInput;
  key?: string | undefined;
  errorDuration?: number;
}

export async function write({ request }: ClientActionFunctionArgs): Promise<WriteResult> {
  const { signal } = request;
  const { endpoint, input, key, errorDuration }: Submission = await request.json();
  const { line } = endpoint;
  const toast = errorDuration === undefined ? undefined : { duration: errorDuration };
  try {
    const data = await callLoosely(endpoint, input, { toast, signal, key });
    announceWrite();
    return { ok: true, line, data };
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure;
    const { code, message, data, fields } = failure;
    return { ok: false, line, error: { code, message, data, fields } };
  }
}
