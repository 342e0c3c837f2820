import { setImmediate as nextTurn } from "node:timers/promises";
import type pg from "pg";
import { onTestFinished } from "vitest";
import { customer } from "~/contract/customer/customer";
import type { Input } from "~/contract/endpoint";
import { callerOf } from "./caller";

/** An answer that was no success. */
interface Refused {
  status: number;
  code: number;
  message: string;
}

let made = 0;

/** A customer of the ledger, as a form sends them. */
export const formOf = (phone: string) =>
  // What is left out is null by the contract, whose input type asks for every name.
  ({ name: `账本${phone}`, phone_cc: "86", phone, source: "import" }) as Input<typeof customer.create>["body"];

/** People who create one customer after the other, and the ledger of what they were promised. A connection that breaks ends them. */
export function startWriters(url: string, token: string, count = 4) {
  const call = callerOf(url, token);
  const acknowledged: { id: number; phone: string }[] = [];
  const refused: Refused[] = [];
  let slowest = 0;
  let broken = 0;
  let isStopped = false;

  async function write(): Promise<void> {
    while (!isStopped) {
      const phone = `139${String(++made).padStart(8, "0")}`;
      const begun = performance.now();
      try {
        const { status, code, message, data } = await call(customer.create, { body: formOf(phone) });
        if (code === 200) acknowledged.push({ id: data.id, phone });
        else refused.push({ status, code, message });
      } catch {
        broken++;
        return;
      }
      slowest = Math.max(slowest, performance.now() - begun);
      // A refused writer lets the others go first.
      await nextTurn();
    }
  }

  const writing = Array.from({ length: count }, write);
  onTestFinished(() => {
    isStopped = true;
  });
  return {
    acknowledged,
    refused,
    /** Milliseconds of the longest request, and how many broke off without an answer. */
    seen: () => ({ slowest, broken }),
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(writing);
    },
  };
}

/** Customers of the ledger that are not there, and customers whose lines in other tables do not say the same: nothing, where each write is whole. */
export async function findLosses(client: pg.Client, acknowledged: readonly { id: number; phone: string }[]) {
  const lost = await client.query(
    `select * from unnest($1::bigint[], $2::text[]) promised(id, phone)
     where (select count(*) from customer c where c.phone = promised.phone) <> 1
       or not exists (select 1 from customer c where c.id = promised.id and c.phone = promised.phone)`,
    [acknowledged.map(({ id }) => id), acknowledged.map(({ phone }) => phone)],
  );
  const torn = await client.query(
    `select c.id from customer c where
       (select count(*) from customer_contact x where x.customer_id = c.id) <> 1
       or (select count(*) from customer_owner_log x where x.customer_id = c.id) <> 1
       or (select count(*) from operation_log x where x.target_type = 'customer' and x.target_id = c.id) <> 1
     union all
     select l.id from operation_log l where l.target_type = 'customer'
       and not exists (select 1 from customer c where c.id = l.target_id)`,
  );
  return { lost: lost.rows, torn: torn.rows };
}
