import { mayCall } from "~/contract/endpoint";
import { user as contract } from "~/contract/personal/user";
import type { Caller } from "~/server/lib/caller";
import { refuse, refuseFields } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { eventStream, type OpenedTopic, type Topic } from "~/server/resources/shared/events/event-stream";
import { unreadOf } from "./message/unread";

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

function opened(
  topics: ReadonlyMap<string, Topic>,
  names: readonly string[] = ["badge"],
  reader: Caller,
): OpenedTopic[] {
  return [...new Set(names)].map((name) => {
    const [kind = "", argument] = name.split(":");
    const topic = topics.get(kind);
    if (!topic || topic.isNumbered !== (argument !== undefined))
      return refuseFields([{ field: "topics", label: "主题", message: `没有主题 ${name}` }]);
    if (!mayCall(reader, topic)) return refuse(40300);
    return { name: kind, topic, argument: argument === undefined ? undefined : Number(argument) };
  });
}
