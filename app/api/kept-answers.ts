import { delMany, get, set, update } from "idb-keyval";
import { maskedAnswer } from "~/contract/mask";
import { now } from "~/contract/now";
import { claimsOf, token } from "./cookie";

// What screens have shown, for the time without a network (domain 0 Offline). In idb-keyval's own store, which signing out clears as a whole.

const keptFor = 24 * 3_600_000;
const most = { lists: 50, records: 100 };

interface Entry {
  address: string;
  isRecord: boolean;
  at: number;
}

interface Kept {
  at: number;
  data: unknown;
}

const indexOf = (owner: string) => `seen:${owner}`;
const keyOf = (owner: string, address: string) => `seen:${owner} ${address}`;
const isYoung = ({ at }: { at: number }) => now() - at < keptFor;

export async function storeAnswer(
  owner: string | undefined,
  { text, ...entry }: Entry & { text: string },
): Promise<void> {
  // Meanwhile somebody else may have signed in.
  if (!owner || claimsOf(token()).sub !== owner) return;
  const { data } = maskedAnswer(text) as { data: unknown }; // the envelope of a success
  let dropped: Entry[] = [];
  await set(keyOf(owner, entry.address), { at: entry.at, data } satisfies Kept);
  await update<Entry[]>(indexOf(owner), (before = []) => {
    const all = [entry, ...before.filter(({ address }) => address !== entry.address)];
    const young = all.filter(isYoung);
    const lists = young.filter(({ isRecord }) => !isRecord).slice(0, most.lists);
    const records = young.filter(({ isRecord }) => isRecord).slice(0, most.records);
    const kept = all.filter((one) => lists.includes(one) || records.includes(one));
    dropped = all.filter((one) => !kept.includes(one));
    return kept;
  });
  await delMany(dropped.map(({ address }) => keyOf(owner, address)));
}

export async function readAnswer(owner: string, address: string): Promise<Kept | undefined> {
  const kept = await get<Kept>(keyOf(owner, address));
  return kept && isYoung(kept) ? kept : undefined;
}
