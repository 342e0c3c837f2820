import { eq } from "drizzle-orm";
import { chat } from "~/contract/inquiry/chat";
import type { ChatEvent, ChatStatus } from "~/contract/inquiry/chat-words";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { pick } from "~/server/lib/call";
import type { Heard } from "~/server/lib/events";
import type { Services } from "~/server/lib/services";
import { streamTo, type Topic } from "~/server/resources/shared/events/event-stream";
import { visibleChats } from "./scope";
import { type Session, sessionOf } from "./visitor";

/** What the trigger `chat_told` says. */
interface HeardChat extends Heard {
  inquiry: number;
  message: number | null;
  status: ChatStatus;
  assignee: number | null;
  former: number | null;
}

const isChat = (heard: Heard | undefined): heard is HeardChat => heard?.topic === "chat";

const eventOf = ({ inquiry: inquiry_id, message: message_id, status: chat_status }: HeardChat): ChatEvent => ({
  ...{ inquiry_id, message_id, chat_status },
});

/** What a visitor's stream is told of what was heard: of the own conversation alone. */
const visitorEvent = (heard: Heard, inquiryId: number): ChatEvent | undefined =>
  isChat(heard) && heard.inquiry === inquiryId ? eventOf(heard) : undefined;

/** Conversations that the reader sees: nobody's, their own, those that have just left them, and what else their scope holds. */
export const chatTopic: Topic = {
  permission: chat.sessions.permission,
  isNumbered: false,
  concerns: (heard, reader) => {
    if (!isChat(heard)) return false;
    const isNear = heard.assignee === null || heard.assignee === reader.id || heard.former === reader.id;
    return isNear || ["all", "team"].includes(reader.scope("inquiry"));
  },
  async read({ db }, reader, heard) {
    if (!isChat(heard)) return undefined;
    const { assignee, former } = heard;
    const isNear = assignee === null || assignee === reader.id || former === reader.id;
    if (isNear || reader.scope("inquiry") === "all") return eventOf(heard);
    const [seen] = await pick(db, inquiry, { isVisible: visibleChats(reader) }, eq(inquiry.id, heard.inquiry));
    return seen?.isVisible ? eventOf(heard) : undefined;
  },
  isState: false,
};

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
export function visitorStream(services: Services, { token, session, household }: Listener) {
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
