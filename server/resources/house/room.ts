import { room as contract } from "~/contract/house/room";
import { found } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { roomsOf } from "./room/view";
import { addRoom, changeRoom, removeRoom } from "./room/write";

export const roomHandlers = [
  serve(contract.list, (call) => roomsOf(call, call.params.id)),

  serve(contract.create, (call) => addRoom(call, call.params.id, call.body)),

  serve(contract.update, async (call) => {
    const { id, room_id } = call.params;
    await changeRoom(call, id, room_id, call.body);
    return found((await roomsOf(call, id, room_id))[0]);
  }),

  serve(contract.remove, (call) => removeRoom(call, call.params.id, call.params.room_id)),
];
