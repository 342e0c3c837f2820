import type { z } from "zod";
import type { Access, file, Line, Params, redirect, stream, xml } from "~/contract/endpoint";
import type { Db, Transaction } from "~/server/database/database";
import type { ActingUser, Caller } from "~/server/lib/caller";
import type { Origin, Services, SignedCall } from "./services";
import type { Doubt } from "./texts-in";

export type { Device, Origin, SignedCall } from "./services";

export interface Signed {
  source: string;
  sign: string;
}

/** What every handler is given. `db` is the transaction of a write: nothing else may be queried inside it. */
export interface Call<L extends Line, Q extends z.ZodType, B extends z.ZodType, P> {
  params: Params<L>;
  query: z.output<Q>;
  body: z.output<B>;
  user: P extends "public" ? undefined : Caller;
  signed: Signed | undefined;
  db: Db;
  /** For a write outside `serve`'s transaction: its changes, in one with its `Idempotency-Key`. What `act` answers is the whole answer. */
  transaction<T>(act: (tx: Transaction) => Promise<T>): Promise<T>;
  origin: Origin;
  services: Services;
  /** Of an edit: texts that are refused at its end, unless the record holds them already (`leaveAlone`). */
  doubts?: Doubt[];
  raw: Request;
}

/** What a reply to somebody is made with. */
export type Looking = Pick<SignedCall, "db" | "user" | "services">;

/** What is read with, the same for everybody. */
export type Asking = Pick<SignedCall, "db" | "services">;

export interface ActingCall extends Omit<SignedCall, "user"> {
  user: ActingUser;
}

export type OwnTransactionCall = SignedCall & Pick<Call<Line, z.ZodType, z.ZodType, Access>, "transaction">;

export interface FileReply {
  name: string;
  type: string;
  body: ReadableStream<Uint8Array> | Uint8Array;
  /** Shown in place instead of saved, for pictures and PDF. */
  inline?: boolean;
  /** It never changes. "day": a browser need not ask again all day; "lasting": nor need any cache, ever. */
  kept?: "day" | "lasting" | undefined;
  /** Only these bytes, up to, not including, the end, of a file of that size. */
  part?: { start: number; end: number; size: number } | undefined;
}

export interface RedirectReply {
  to: string;
}

export interface XmlReply {
  xml: string;
}

export type Answer<R extends z.ZodType> = R extends typeof file
  ? FileReply | RedirectReply
  : R extends typeof stream
    ? ReadableStream<Uint8Array>
    : R extends typeof redirect
      ? RedirectReply
      : R extends typeof xml
        ? XmlReply
        : z.input<R>;
