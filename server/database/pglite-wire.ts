// The few parts of PostgreSQL's wire protocol that sharing one backend needs.
// https://www.postgresql.org/docs/15/protocol-message-formats.html

const syncFrame = Buffer.from([0x53, 0, 0, 0, 4]);

/** What a client asks in one go: everything up to a Sync, a Query or a Flush. */
export type Batch = {
  bytes: Buffer;
  /** A Flush leaves the extended query open: there is an answer, but no ReadyForQuery. */
  isFlush: boolean;
  /** The prepared statements that it names. */
  prepares: string[];
};

/** The transaction status that a ReadyForQuery carries: idle, in a transaction, in a failed one. */
export type Status = "I" | "T" | "E";

export const readyLength = readyForQuery("I").length;

/** Whether an answer ends with a ReadyForQuery. */
export function endsReady(answer: Uint8Array): boolean {
  const end = Buffer.from(answer.subarray(-readyLength));
  return end.length === readyLength && end.subarray(0, -1).equals(readyForQuery("I").subarray(0, -1));
}

/** Reads the status from the end of an answer. */
export function statusOf(answer: Uint8Array): Status {
  const status = String.fromCharCode(answer.at(-1) ?? 0x49);
  return status === "T" || status === "E" ? status : "I";
}

/** One frame: type, length, body. */
function frame(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, "latin1");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** A simple query as a batch. */
export function query(text: string): Batch {
  return { bytes: frame("Q", Buffer.from(`${text}\0`)), isFlush: false, prepares: [] };
}

/** A Sync alone, which closes what a Flush left open. */
export function sync(): Batch {
  return { bytes: syncFrame, isFlush: false, prepares: [] };
}

/** An ErrorResponse. */
export function errorResponse(severity: "ERROR" | "FATAL", code: string, message: string): Buffer {
  return frame("E", Buffer.from(`S${severity}\0V${severity}\0C${code}\0M${message}\0\0`));
}

/** A ReadyForQuery. */
export function readyForQuery(status: Status): Buffer {
  return frame("Z", Buffer.from(status));
}

/** The answer to a ROLLBACK. */
export function rolledBack(): Buffer {
  return Buffer.concat([frame("C", Buffer.from("ROLLBACK\0")), readyForQuery("I")]);
}

const setLocal =
  /^\s*set\s+local\s+(statement_timeout|idle_in_transaction_session_timeout)\s*(?:=|\bto\b)\s*(\d+)\s*;?\s*$/i;

/** The limit in milliseconds (0: none) that a batch sets for its transaction; PGlite itself knows no time-outs. */
export function timeLimitOf(batch: Batch): { statement?: number; idleTransaction?: number } {
  if (batch.bytes.length > 300) return {};
  const [, name, value] = setLocal.exec(statementOf(batch)) ?? [];
  if (!name) return {};
  return { [name.toLowerCase() === "statement_timeout" ? "statement" : "idleTransaction"]: Number(value) };
}

/** The text of a Query, or of the Parse with which a batch begins. */
function statementOf({ bytes }: Batch): string {
  const type = String.fromCharCode(bytes[0] ?? 0);
  if (type !== "Q" && type !== "P") return "";
  const from = type === "Q" ? 5 : bytes.indexOf(0, 5) + 1;
  return bytes.toString("utf8", from, bytes.indexOf(0, from));
}

/** Where a frame says a prepared statement's name: Parse at once, Bind after its portal's, Describe and Close after an S. */
function nameAt(frame: Buffer): number | undefined {
  switch (String.fromCharCode(frame[0] ?? 0)) {
    case "P":
      return 5;
    case "B":
      return frame.indexOf(0, 5) + 1;
    case "D":
    case "C":
      return frame[5] === 0x53 ? 6 : undefined;
    default:
      return undefined;
  }
}

/**
 * Cuts what a client writes into batches; the start-up packet, which has no type byte, is taken before. Before the names of
 * prepared statements goes the client's prefix, since all clients share one backend and its names.
 */
export function batchReader(prefix: string): (bytes: Buffer) => Batch[] {
  let pending: Buffer = Buffer.alloc(0);
  let frames: Buffer[] = [];
  let prepares: string[] = [];
  function take(taken: Buffer): void {
    const at = nameAt(taken);
    if (at === undefined || taken[at] === 0) {
      frames.push(taken);
      return;
    }
    const body = Buffer.concat([taken.subarray(5, at), Buffer.from(prefix), taken.subarray(at)]);
    const type = String.fromCharCode(taken[0] ?? 0);
    if (type === "P") prepares.push(prefix + taken.toString("utf8", at, taken.indexOf(0, at)));
    frames.push(frame(type, body));
  }
  return (bytes) => {
    pending = pending.length ? Buffer.concat([pending, bytes]) : bytes;
    const batches: Batch[] = [];
    while (pending.length >= 5) {
      const end = 1 + pending.readInt32BE(1);
      if (pending.length < end) break;
      const type = String.fromCharCode(pending[0] ?? 0);
      // Terminate: nothing comes after it.
      if (type === "X") {
        pending = Buffer.alloc(0);
        break;
      }
      take(pending.subarray(0, end));
      pending = pending.subarray(end);
      if (type === "S" || type === "Q" || type === "H") {
        const [only] = frames;
        const whole = only && frames.length === 1 ? only : Buffer.concat(frames);
        batches.push({ bytes: whole, isFlush: type === "H", prepares });
        frames = [];
        prepares = [];
      }
    }
    return batches;
  };
}

/** Finds NotificationResponse frames in an answer that comes in pieces. */
export function notificationReader(): (bytes: Uint8Array) => Buffer[] {
  let head: Buffer = Buffer.alloc(0);
  let skip = 0;
  return (bytes) => {
    const found: Buffer[] = [];
    let rest = head.length
      ? Buffer.concat([head, bytes])
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (;;) {
      const skipped = Math.min(skip, rest.length);
      skip -= skipped;
      rest = rest.subarray(skipped);
      if (rest.length < 5) break;
      const length = 1 + rest.readInt32BE(1);
      if (rest[0] !== 0x41) {
        skip = length;
        continue;
      }
      if (rest.length < length) break;
      found.push(Buffer.from(rest.subarray(0, length)));
      skip = length;
    }
    head = Buffer.from(rest);
    return found;
  };
}
