import type { Services } from "~/server/lib/services";
import { streamTo } from "~/server/resources/shared/events/event-stream";
import { visitorEvent } from "./chat-topic";
import { type Session, sessionOf } from "./visitor";

/** Tabs of a site at once; browsers themselves open few connections to one host. */
const mostOfVisitor = 6;
/** For an office behind one address. */
const mostOfHousehold = 60;

interface Listener {
  token: string;
  session: Session;
  household: string;
}

/** Events of a visitor's conversation; the stream begins with the present state. */
export function visitorStream(
  services: Services,
  { token, session, household }: Listener,
): Promise<ReadableStream<Uint8Array>> {
  const { id, inquiry_id } = session;
  // The first message creates the inquiry: a stream opened before then starts again.
  return streamTo(services, {
    reader: session,
    topics: [
      {
        name: "chat",
        argument: undefined,
        topic: {
          isState: false,
          concerns: (heard) => inquiry_id !== null && visitorEvent(heard, inquiry_id) !== undefined,
          read: async (_services, { chat_status }, heard) =>
            heard && inquiry_id !== null
              ? visitorEvent(heard, inquiry_id)
              : { inquiry_id, message_id: session.last_message_id, chat_status },
        },
      },
    ],
    counted: [
      { key: `chat ${id}`, most: mostOfVisitor },
      { key: `chat of ${household}`, most: mostOfHousehold },
    ],
    isOver: () => false,
    mayStay: () =>
      sessionOf({ db: services.db, services }, token).then(
        (now) => now.inquiry_id === inquiry_id,
        () => false,
      ),
  });
}
