import { delMany, get, keys, update } from "idb-keyval";
import { type LooseInput, waitDays } from "~/contract/endpoint";
import { now } from "~/contract/now";
import { type CalledEndpoint, callLoosely } from "./call";
import { CallError } from "./call-error";
import { claimsOf, token } from "./cookie";
import { newKey } from "./idempotency-key";
import { isKeptFile } from "./kept-file-numbers";
import { dropFiles, dropOldFiles, sendFile } from "./kept-files";
import { tellUnsent } from "./unsent";

/** A write that waits for the network (domain 0 Offline). */
export interface Unsent {
  /** Its `Idempotency-Key`, and its name here. */
  key: string;
  endpoint: CalledEndpoint;
  input: LooseInput & { body?: Record<string, unknown> };
  at: number;
  /** Why the server has refused it: it waits for its author. */
  refusal?: string;
}

const listKey = (owner: string) => `unsent:${owner}`;

/** Whose writes these are: the session's user. */
export const ownerOf = (): string | undefined => claimsOf(token()).sub;

const read = async (owner: string): Promise<Unsent[]> => (await get<Unsent[]>(listKey(owner))) ?? [];

async function change(owner: string, act: (list: Unsent[]) => Unsent[]): Promise<void> {
  let count = 0;
  await update<Unsent[]>(listKey(owner), (list = []) => {
    const next = act(list);
    count = next.length;
    return next;
  });
  tellUnsent(count);
}

export async function listUnsent(): Promise<Unsent[]> {
  const owner = ownerOf();
  return owner ? read(owner) : [];
}

/** Keeps a write; refused where nothing can be stored, or it is nobody's. */
export async function keepUnsent({ key, endpoint, input }: Pick<Unsent, "key" | "endpoint" | "input">): Promise<void> {
  const owner = ownerOf();
  if (!owner) throw new Error("nobody is signed in");
  const { method, path, permission, mayWait } = endpoint;
  const called = { method, path, permission, mayWait };
  await change(owner, (list) => [...list, { key, endpoint: called, input, at: now() }]);
}

/** Takes over what its author has changed of a refused one. It is another form now: a refusal has left no key. */
export async function changeUnsent(key: string, body: Record<string, unknown>): Promise<void> {
  const owner = ownerOf();
  if (!owner) return;
  await change(owner, (list) =>
    list.map((one) => {
      const { endpoint, input, at } = one;
      return one.key === key ? { key: newKey(), endpoint, input: { ...input, body }, at } : one;
    }),
  );
}

export async function dropUnsent(key: string): Promise<void> {
  const owner = ownerOf();
  if (!owner) return;
  const dropped = (await read(owner)).find((one) => one.key === key);
  await change(owner, (list) => list.filter((one) => one.key !== key));
  await dropFiles(owner, filesOf(dropped));
}

export const isTooOld = ({ at }: Pick<Unsent, "at">): boolean => now() - at > waitDays * 86_400_000;

/** Begins a page: what another person has left in this browser goes, and how much waits is told. */
export async function beginQueue(): Promise<void> {
  const owner = ownerOf();
  if (!owner) return;
  const others = (await keys<string>()).filter((key) => {
    const [, whose] = /^(?:seen|unsent|file):(\S+)/.exec(String(key)) ?? [];
    return whose !== undefined && whose !== owner;
  });
  await delMany(others);
  const list = await read(owner);
  tellUnsent(list.length);
  const named = list.flatMap(filesOf);
  await dropOldFiles(owner, (id) => named.includes(id), now());
}

/** Sends what waits, one tab at a time; gives how many were sent. Ends at the first that gets no answer. */
export async function sendUnsent(): Promise<number> {
  const owner = ownerOf();
  if (!owner) return 0;
  // Without https there are no locks; the keys see to it that nothing is written twice.
  return "locks" in navigator ? navigator.locks.request(listKey(owner), () => sendAll(owner)) : sendAll(owner);
}

async function sendAll(owner: string): Promise<number> {
  let sent = 0;
  /** Whose earlier one waits for its author. */
  const held = new Set<string>();
  for (const one of await read(owner)) {
    if (isTooOld(one)) continue;
    const about = subjectOf(one);
    if (one.refusal) held.add(about);
    if (held.has(about)) continue;
    try {
      await deliver(owner, one);
      await change(owner, (list) => list.filter(({ key }) => key !== one.key));
      await dropFiles(owner, filesOf(one));
      sent += 1;
    } catch (error) {
      if (!(error instanceof CallError) || isOver(error)) break;
      held.add(about);
      if (error.status >= 500) continue;
      await change(owner, (list) =>
        list.map((other) => (other.key === one.key ? { ...other, refusal: error.complaint } : other)),
      );
    }
  }
  // Another tab may have sent some of them.
  await change(owner, (list) => list);
  return sent;
}

/** Nothing else would get through either. */
const isOver = ({ status }: CallError) => status === 0 || status === 429;

async function deliver(owner: string, one: Unsent): Promise<void> {
  const input = await withFiles(owner, one);
  const age = Math.max(0, Math.round((now() - one.at) / 1_000));
  await callLoosely(one.endpoint, input, { key: one.key, age, silent: true });
}

/** Uploads its pictures first. Their numbers are kept at once: sent again, it must say the same under its key. */
async function withFiles(owner: string, { key, input }: Unsent): Promise<Unsent["input"]> {
  let present = input;
  for (const id of filesOf({ input })) {
    const uploaded = await sendFile(owner, id);
    const media_ids = idsOf(present).map((other) => (other === id ? uploaded : other));
    present = { ...present, body: { ...present.body, media_ids } };
    await change(owner, (list) => list.map((one) => (one.key === key ? { ...one, input: present } : one)));
  }
  return present;
}

const idsOf = ({ body }: Unsent["input"]): number[] => (Array.isArray(body?.media_ids) ? body.media_ids : []);

const filesOf = (one: Pick<Unsent, "input"> | undefined): number[] => (one ? idsOf(one.input).filter(isKeptFile) : []);

/** The customer, or else the record, whose writes keep their order. */
function subjectOf({ endpoint, input: { params, body } }: Unsent): string {
  if (body?.customer_id) return `customer:${body.customer_id}`;
  if (body?.owner_id) return `${body.owner_type}:${body.owner_id}`;
  return `${endpoint.path}:${params?.id ?? ""}`;
}
