import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { Endpoint, LooseInput, Method } from "~/contract/endpoint";
import type { FieldError } from "~/contract/errors";
import { type CalledEndpoint, callLoosely } from "./call";
import { CallError } from "./call-error";
import { isKeptFile } from "./kept-file-numbers";
import type { Unsent } from "./queue";
import { toast } from "./toast";
import { announceWrite } from "./written";

export type WriteEndpoint = Endpoint<`${Exclude<Method, "GET">} /${string}`>;

export interface WriteError {
  code: number;
  message: string;
  data: unknown;
  fields: readonly FieldError[];
}

/** Each field's complaint, as forms take them. */
export const errorsByField = ({ fields }: Pick<WriteError, "fields">): Record<string, string> =>
  Object.fromEntries(fields.map(({ field, message }) => [field, message]));

export type WriteResult =
  | { ok: true; line: string; data: unknown; isKept?: boolean }
  | { ok: false; line: string; error: WriteError };

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
  const toasted = errorDuration === undefined ? undefined : { duration: errorDuration };
  const waits = endpoint.mayWait && key ? { key, endpoint, input: input as Unsent["input"] } : undefined; // as forms make it
  try {
    // Its pictures are to be uploaded first, which the queue does.
    if (waits && hasKeptFiles(waits.input) && (await isKept(waits)))
      return { ok: true, line, data: null, isKept: true };
    const options = { toast: toasted, signal, key, isQuietWhenLost: waits !== undefined };
    const data = await callLoosely(endpoint, input, options);
    announceWrite();
    return { ok: true, line, data };
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure;
    const { status, code, message, data, fields } = failure;
    if (waits && status === 0) {
      if (await isKept(waits)) return { ok: true, line, data: null, isKept: true };
      toast.error(message, toasted);
    }
    return { ok: false, line, error: { code, message, data, fields } };
  }
}

/** Whether it could be kept until there is a network: not where nothing can be stored. */
const isKept = (write: Pick<Unsent, "key" | "endpoint" | "input">): Promise<boolean> =>
  import("./queue")
    .then(({ keepUnsent }) => keepUnsent(write))
    .then(
      () => true,
      () => false,
    );

const hasKeptFiles = ({ body }: Unsent["input"]) => Array.isArray(body?.media_ids) && body.media_ids.some(isKeptFile);
