import { unit } from "~/contract/house/unit";
import type { Topic } from "~/server/resources/shared/events/event-stream";
import { boardNews } from "./news";

/** The changes of one estate's board. */
export const board: Topic = {
  permission: unit.board.permission,
  isNumbered: true,
  concerns: (heard, _, estateId) => heard.topic === "board" && heard.estate === estateId,
  // Whoever opens a board asks for it; the stream tells of changes alone.
  tell: async (services, reader, heard) => heard && boardNews(services, reader, heard.unit),
  isState: false,
};
