import { EventEmitter } from "node:events";
import { Socket } from "node:net";
import type pg from "pg";
import { aroundQueries, textOf } from "./around-queries";

/**
 * Ends a connection on which PostgreSQL does not answer a statement within the limit: a server that hangs, or a network that lost it without
 * a word, would keep the caller and the connection for good. pg's own `query_timeout` would hand such a connection to the next caller.
 * A transaction that sets a `statement_timeout` of its own (migrations, backups) is waited for as long as it takes.
 */
export function endWhenSilent(client: pg.PoolClient, limit: number): void {
  // pg keeps the connection out of its public type.
  const connection: unknown = Reflect.get(client, "connection");
  if (!(connection instanceof EventEmitter)) return;
  let timer: NodeJS.Timeout | undefined;
  let hasOwnLimit = false;

  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const giveUp = () => {
    const stream: unknown = Reflect.get(connection, "stream");
    if (stream instanceof Socket) stream.destroy(new Error(`Query read timeout: no answer within ${limit} ms`));
  };
  aroundQueries(client, (query, ask) => {
    hasOwnLimit ||= /statement_timeout/.test(textOf(query));
    if (hasOwnLimit) stop();
    else timer ??= setTimeout(giveUp, limit);
    return ask(query);
  });
  // Before pg's own listener, which begins the next statement or tells that there is none.
  connection.prependListener("readyForQuery", ({ status }: { status: string }) => {
    if (status === "I") hasOwnLimit = false;
    timer?.refresh();
  });
  client.on("drain", stop);
  client.on("end", stop);
}
