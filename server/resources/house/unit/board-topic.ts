import { unit } from "~/contract/house/unit";
import type { Topic } from "~/server/resources/shared/events/event-stream";
import { boardEvent } from "./board-event";

/** The changes of one estate's board. */
export const board: Topic = {
  permission: unit.board.permission,
  isNumbered: true,
  concerns: (heard, _, estateId) => heard.topic === "board" && heard.estate === estateId,
  // A reader who opens a board asks for it; the stream tells of changes alone.
  read: async (services, reader, heard) => heard && boardEvent(services, reader, heard.unit),
  isState: false,
};
