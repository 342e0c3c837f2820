import type { FieldError } from "~/contract/errors";

interface CallFailure {
  /** The HTTP status; 0 when no response came. */
  status: number;
  /** The code of the server's body; 0 when there was none. */
  code: number;
  message: string;
  /** What the server's error body carries, e.g. the current record for a stale version. */
  data: unknown;
  fields: readonly FieldError[];
}

/** A call that was refused or got no answer. The user has been told already. */
export class CallError extends Error implements CallFailure {
  override readonly name = "CallError";
  readonly status: number;
  readonly code: number;
  readonly data: unknown;
  readonly fields: readonly FieldError[];

  constructor({ status, code, message, data, fields }: CallFailure) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
    this.fields = fields;
  }

  get complaint(): string {
    return this.fields.map(({ message }) => message).join("；") || this.message;
  }
}
