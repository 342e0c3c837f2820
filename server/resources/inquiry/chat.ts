import { chat as contract } from "~/contract/inquiry/chat";
import { found, type SignedCall } from "~/server/lib/call";
import { serve, serveAct } from "~/server/lib/serve";
import { messagesOf, toChatMessages } from "./chat/message";
import { chatDetail, seenChat, sessionList } from "./chat/sessions";
import { contactByStaff, endByStaff, readChat, staffSays, transferChat } from "./chat/staff";

export const chatHandlers = [
  serve(contract.sessions, sessionList),
  serve(contract.get, async (call) => {
    await seenChat(call, call.params.id);
    return chatDetail(call, call.params.id);
  }),
  serve(contract.messages, async (call) => {
    const { db, services, params, query } = call;
    await seenChat(call, params.id);
    const { rows, has_more } = await messagesOf(db, params.id, query);
    return { list: await toChatMessages({ db, services }, rows), has_more };
  }),
  serve(contract.send, async (call) => {
    const said = await staffSays(call, call.params.id, call.body);
    const [message] = await toChatMessages(call, [said]);
    return found(message);
  }),
  serve(contract.read, (call) => readChat(call, call.params.id)),
  serveAct(contract.end, detailAfter, endByStaff),
  serveAct(contract.contact, detailAfter, contactByStaff),
  serve(contract.transfer, (call) => transferChat(call, call.params.id, call.body.user_id)),
];

async function detailAfter(call: SignedCall, id: number) {
  return chatDetail(call, id);
}
