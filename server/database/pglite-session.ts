import { Duplex } from "node:stream";
import {
  type Batch,
  batchReader,
  errorResponse,
  query,
  readyForQuery,
  rolledBack,
  type Status,
  sync,
} from "./pglite-wire";

/** In lower case, frame type included. */
const rollback = query("rollback").bytes.toString().toLowerCase();
const onlySync = sync().bytes;
/** SSLRequest and GSSENCRequest, which a client may send before its start-up packet. */
const encryptionRequests = [80877103, 80877104];

/** What a session needs of the thread that it shares with others. */
export type Backend = {
  join(session: PgliteSession): Promise<void>;
  submit(session: PgliteSession, batch: Batch): void;
  leave(session: PgliteSession): void;
};

/** One client's connection to the PGlite thread: the stream that pg takes for its socket. */
export class PgliteSession extends Duplex {
  /** Its backend is gone: the holder of this connection has to end it. */
  isDead = false;
  #backend: Backend;
  #read: (bytes: Buffer) => Batch[];
  #opening: Buffer | undefined = Buffer.alloc(0);
  #status: Status = "I";

  /** `number` is no other session's of the backend. */
  constructor(backend: Backend, number: number) {
    super();
    this.#read = batchReader(`s${number}_`);
    this.#backend = backend;
  }

  /** Called by pg in place of the socket's connect. */
  connect(): this {
    this.#backend.join(this).then(
      () => this.emit("connect"),
      (error) => this.destroy(error),
    );
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  /** Gives the client a piece of an answer. */
  answer(bytes: Uint8Array): void {
    if (!this.destroyed && !this.readableEnded && bytes.length) this.push(bytes);
  }

  /**
   * Ends the running statement with an error although its backend is gone. Within a transaction the session then answers
   * ROLLBACK, so that the caller sees this error and not that of its own clean-up.
   */
  fail(code: string, message: string, status: Status, batch: Batch): void {
    this.isDead = true;
    this.#status = status === "I" ? "I" : "E";
    this.answer(errorResponse("ERROR", code, message));
    if (!batch.isFlush) this.answer(readyForQuery(this.#status));
  }

  /** Ends the connection. */
  terminate(code: string, message: string): void {
    this.isDead = true;
    this.answer(errorResponse("FATAL", code, message));
    this.push(null);
    this.destroy();
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#take(chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#take(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#backend.leave(this);
    done(error);
  }

  #take(bytes: Buffer): void {
    const rest = this.#opening ? this.#open(Buffer.concat([this.#opening, bytes])) : bytes;
    if (!rest.length) return;
    for (const batch of this.#read(rest)) {
      if (this.isDead) this.#answerDead(batch);
      else this.#backend.submit(this, batch);
    }
  }

  /** Takes the start-up packet, the one message without a type byte, and gives back what follows it. */
  #open(bytes: Buffer): Buffer {
    this.#opening = bytes;
    if (bytes.length < 8) return Buffer.alloc(0);
    const length = bytes.readInt32BE(0);
    if (bytes.length < length) return Buffer.alloc(0);
    const rest = bytes.subarray(length);
    if (encryptionRequests.includes(bytes.readInt32BE(4))) {
      this.answer(Buffer.from("N"));
      return this.#open(rest);
    }
    this.#opening = undefined;
    this.#backend.submit(this, { bytes: bytes.subarray(0, length), isFlush: false, prepares: [] });
    return rest;
  }

  #answerDead(batch: Batch): void {
    const isRollback = batch.bytes.toString().toLowerCase() === rollback;
    if (batch.bytes.equals(onlySync)) this.answer(readyForQuery(this.#status));
    else if (this.#status === "I") this.terminate("57P01", "terminating connection: the database was restarted");
    else if (isRollback) {
      this.#status = "I";
      this.answer(rolledBack());
    } else {
      const message = "current transaction is aborted, commands ignored until end of transaction block";
      this.answer(errorResponse("ERROR", "25P02", message));
      if (!batch.isFlush) this.answer(readyForQuery("E"));
    }
  }
}
