import { mayCall } from "~/contract/endpoint";
import { unit } from "~/contract/house/unit";
import { user as contract } from "~/contract/personal/user";
import type { Caller } from "~/server/identity/caller";
import { eventStream, type OpenedTopic, type Topic } from "~/server/lib/event-stream";
import { refuse, refuseFields } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { boardNews } from "../house/unit/news";
import { unreadOf } from "./message/unread";

/** What a stream may carry, by name; an area with news of its own adds an entry, and tells by `pg_notify('events', {topic, …})` in the transaction of its write. */
const topics: ReadonlyMap<string, Topic> = new Map([
  [
    "badge",
    {
      permission: "signed-in",
      isNumbered: false,
      concerns: (heard, reader) => heard.topic === "badge" && heard.user === reader.id,
      tell: ({ db, now }, reader) => unreadOf(db, reader.id, now()),
      isState: true,
    },
  ],
  [
    "board",
    {
      permission: unit.board.permission,
      isNumbered: true,
      concerns: (heard, _, estateId) => heard.topic === "board" && heard.estate === estateId,
      // Whoever opens a board asks for it; the stream tells of changes alone.
      tell: async (services, reader, heard) => heard && boardNews(services, reader, heard.unit),
      isState: false,
    },
  ],
]);

export const eventHandlers = [
  serve(contract.events, ({ query, user, services }) => eventStream(services, user, opened(query.topics, user))),
];

function opened(names: readonly string[] = ["badge"], reader: Caller): OpenedTopic[] {
  return [...new Set(names)].map((name) => {
    const [kind = "", argument] = name.split(":");
    const topic = topics.get(kind);
    if (!topic || topic.isNumbered !== (argument !== undefined))
      return refuseFields([{ field: "topics", label: "主题", message: `没有主题 ${name}` }]);
    if (!mayCall(reader, topic)) return refuse(40300);
    return { name: kind, topic, argument: argument === undefined ? undefined : Number(argument) };
  });
}
