import { call } from "~/app/api/call";
import { album } from "~/contract/house/album";
import { mansion } from "~/contract/house/mansion";

/** One of the two buildings of a merge, with its pictures. */
export type MergeSide = Awaited<ReturnType<typeof askSide>>;

async function askSide(id: number, signal: AbortSignal) {
  const [record, pictures] = await Promise.all([
    call(mansion.get, { params: { id } }, { signal }),
    call(album.ofMansion, { params: { id } }, { signal }),
  ]);
  return { record, pictures: pictures.items };
}

/** What the dialog of a merge shows: the two of the address, and what looks like the first. */
export async function askMerge(request: Request) {
  const { signal } = request;
  const { searchParams } = new URL(request.url);
  const [sourceId, targetId] = ["merge", "into"].map((name) => Number(searchParams.get(name)) || 0);
  if (!sourceId) return undefined;
  const [source, target] = await Promise.all([
    askSide(sourceId, signal),
    targetId && targetId !== sourceId ? askSide(targetId, signal) : undefined,
  ]);
  const { name, country_code, lat, lng } = source.record;
  const place = lat === null || lng === null ? {} : { lat, lng };
  const query = { name, country: country_code, ...place, exclude_id: sourceId };
  return { source, target, similar: await call(mansion.similar, { query }, { signal }) };
}

/** The address of the list with these two beside it. */
export function mergeAt(search: URLSearchParams, part: { merge?: number; into?: number }): URLSearchParams {
  const kept = [...search].filter(([name]) => name !== "merge" && name !== "into");
  return new URLSearchParams([...kept, ...Object.entries(part).map(([name, value]) => [name, String(value)])]);
}
