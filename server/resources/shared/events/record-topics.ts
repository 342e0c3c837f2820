import type { Access, Endpoint } from "~/contract/endpoint";
import { isChangeOf } from "~/server/lib/record-change";
import type { Topic } from "./event-stream";

/** The topics of all kinds of records that endpoints read: readers of such records hear of a change, and ask the endpoint for more. */
export function recordTopics(endpoints: readonly Endpoint[]): Record<string, Topic> {
  const kinds = new Map<string, Endpoint[]>();
  for (const one of endpoints) if (one.kind) kinds.set(one.kind, [...(kinds.get(one.kind) ?? []), one]);
  return Object.fromEntries([...kinds].map(([kind, readers]) => [kind, topicOf(kind, readers)]));
}

const topicOf = (kind: string, readers: readonly Endpoint[]): Topic => ({
  permission: anyOf(readers.map(({ permission }) => permission)),
  isNumbered: readers.some(({ path }) => path.includes("{id}")),
  concerns: (heard, reader, id) => isChangeOf(heard, reader.id, kind, id),
  // Only that it has changed: what somebody may see of it, the endpoint knows.
  read: async (_services, _reader, heard) => heard && {},
  isState: false,
});

function anyOf(permissions: readonly Access[]): Access {
  const codes = permissions.flatMap((one) => (one === "public" || one === "signed-in" ? [] : one));
  return codes.length ? codes : "signed-in";
}
