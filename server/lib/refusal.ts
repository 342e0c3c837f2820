import { type ErrorCode, errors, type FieldError } from "~/contract/errors";
import type { Database } from "~/server/database/database";

/** An answer that is not success: the code of domain E.1, its message with the values filled in, and what the client needs to go on. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly data: unknown = null,
    /** What is to be kept of it though the refused write is rolled back. */
    readonly afterwards?: (db: Database) => Promise<void>,
  ) {
    super(message);
    this.name = "Refusal";
  }
}

/** What speaks against which fields, of a refusal made by `refuseFields`; what is no refusal is thrown on. */
export function fieldErrorsOf(error: unknown): FieldError[] {
  if (!(error instanceof Refusal)) throw error;
  return (error.data as { errors: FieldError[] }).errors; // as refuseFields makes it
}

/** Ends the request with an error of the catalogue; `values` fill the message's placeholders. */
export function refuse(code: ErrorCode, values: Record<string, string | number> = {}, data: unknown = null): never {
  throw new Refusal(code, sentenceOf(code, values), data);
}

export const sentenceOf = (code: ErrorCode, values: Record<string, string | number>): string =>
  errors[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));

export function refuseFields(fields: FieldError[]): never {
  throw new Refusal(42200, errors[42200].message, { errors: fields });
}

export function found<T>(row: T | undefined | null): T {
  return row ?? refuse(40400);
}
