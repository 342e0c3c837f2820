import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { keyHeader } from "~/contract/endpoint";
import { emailOf, password } from "../bench/generate";
import { signIn } from "../bench/load";
import { loadedLists } from "../bench/requests";
import { ask, desk, primaryUrl } from "./cluster";

/** A request's first try. */
export interface Try {
  /** When it was sent, and how long its answer took, in milliseconds. */
  at: number;
  ms: number;
  /** Its status, or why there was none. */
  came: string;
}

export const isAnswered = ({ came }: Try): boolean => came === "200";

export interface Ledger {
  acknowledged: number;
  /** Acknowledged, and not in the database. */
  missing: number;
  /** In the database more than once. */
  doubled: number;
}

export interface Load {
  /** Requests a second. */
  rate: number;
  tries: Try[];
  /** Sends nothing more, waits until each write has been answered, and reads the database. */
  end(): Promise<Ledger>;
}

/** The longest that anybody waits for an answer. */
const patience = 10_000;

/** Sends so many requests a second: of five three read lists and one a record, one writes a follow-up, which is repeated with its key until it is answered. */
export async function startLoad(rate: number): Promise<Load> {
  const roles = ["super_admin", "sales", "sales_manager"] as const;
  const signed = await Promise.all(roles.map(async (role) => [role, await signIn(desk, emailOf(role), password)]));
  const tokens: Record<string, string> = Object.fromEntries(signed);
  const owned = "select id from customer where owner_id is not null and deleted_at is null order by id";
  const customers = (await ask<{ id: string }>(primaryUrl, owned)).map(({ id }) => Number(id));

  const tries: Try[] = [];
  const acknowledged: string[] = [];
  const writes: Promise<void>[] = [];

  const request = async (path: string, role: string, init: RequestInit = {}): Promise<string> => {
    const headers = { ...init.headers, authorization: `Bearer ${tokens[role]}` };
    try {
      const answer = await fetch(desk + encodeURI(path), { ...init, headers, signal: AbortSignal.timeout(patience) });
      await answer.arrayBuffer();
      return String(answer.status);
    } catch (error) {
      return error instanceof Error && error.name === "TimeoutError" ? "no answer" : "no connection";
    }
  };
  const firstTry = async (asked: Promise<string>): Promise<string> => {
    const at = Date.now();
    const came = await asked;
    tries.push({ at, ms: Date.now() - at, came });
    return came;
  };
  const write = async (customer_id: number | undefined) => {
    const key = randomUUID();
    const content = `演练 ${key}`;
    const body = JSON.stringify({ type: "call", content, tracked_at: new Date().toISOString(), customer_id });
    const headers = { "content-type": "application/json", [keyHeader]: key };
    const send = () => request("/crm/tracking", "super_admin", { method: "POST", headers, body });
    for (let came = await firstTry(send()); came !== "200"; came = await send()) await sleep(500);
    acknowledged.push(content);
  };

  let isOver = false;
  const sending = (async () => {
    const began = Date.now();
    for (let sent = 0; !isOver; await sleep(5))
      for (; sent < ((Date.now() - began) / 1_000) * rate; sent++) {
        const customer = customers[(sent * 7) % customers.length];
        const list = loadedLists[sent % loadedLists.length];
        if (sent % 5 === 4) writes.push(write(customer));
        else if (sent % 5 < 3 && list) void firstTry(request(list.path, list.role));
        else void firstTry(request(`/api/customer/information/${customer}`, "super_admin"));
      }
  })();

  return {
    rate,
    tries,
    async end() {
      isOver = true;
      await sending;
      await Promise.all(writes);
      return { ...(await read(acknowledged)), acknowledged: acknowledged.length };
    },
  };
}

async function read(acknowledged: string[]): Promise<Pick<Ledger, "missing" | "doubled">> {
  const written = "select content from tracking where content like '演练 %'";
  const rows = await ask<{ content: string }>(primaryUrl, written);
  const found = rows.map(({ content }) => content);
  const different = new Set(found);
  return {
    missing: acknowledged.filter((content) => !different.has(content)).length,
    doubled: found.length - different.size,
  };
}
