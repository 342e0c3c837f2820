import { type Access, type Endpoint, mayCall } from "~/contract/endpoint";
import { user as contract } from "~/contract/personal/user";
import { refuse, refuseFields } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { isChangeOf } from "~/server/lib/record-change";
import { serve } from "~/server/lib/serve";
import { eventStream, type Topic } from "~/server/resources/shared/events/event-stream";
import { unreadOf } from "./message";

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

/** What a stream may carry, by name; an area with news of its own adds an entry, and tells by `pg_notify('events', {topic, …})` in the transaction of its write. */
export type Topics = Readonly<Record<string, Topic>>;

export const badge: Topic = {
  permission: "signed-in",
  isNumbered: false,
  concerns: (heard, reader) => heard.topic === "badge" && heard.user === reader.id,
  read: ({ db, now }, reader) => unreadOf(db, reader.id, now()),
  isState: true,
};

export const eventHandlers = (topics: Topics) => {
  const byName = new Map(Object.entries(topics));
  return [
    serve(contract.events, ({ query, user, services }) =>
      eventStream(services, user, opened(byName, query.topics, user)),
    ),
  ];
};

function opened(topics: ReadonlyMap<string, Topic>, names: readonly string[] = ["badge"], reader: Caller) {
  return [...new Set(names)].map((name) => {
    const [kind = "", argument] = name.split(":");
    const topic = topics.get(kind);
    if (!topic || topic.isNumbered !== (argument !== undefined))
      return refuseFields([{ field: "topics", label: "主题", message: `没有主题 ${name}` }]);
    if (!mayCall(reader, topic)) return refuse(40300);
    return { name: kind, topic, argument: argument === undefined ? undefined : Number(argument) };
  });
}
