import { messageCategories } from "~/contract/shared/message-category";
import { callWecom, isWecomConfigured } from "~/server/identity/wecom-api";
import { readSettings } from "~/server/lib/settings";
import type { Channel, Note } from "./channel";

/** Nobody of this userid, or nobody allowed to see the app. */
const unreachable = new Set([60111, 81013]);
/** Seconds in which WeCom itself lets the same content through to the same person only once: longer than all tries together. */
const sameWithin = 1_800;

export const wecomChannel: Channel = {
  event: "message.wecom",
  // WeCom drops what goes beyond 30; three servers may be sending.
  perMinute: 10,
  isConfigured: async (services) =>
    (await isWecomConfigured(services)) && (await readSettings(services.db))["wecom.agent_id"] !== "",
  addressOf: ({ wecom_userid }) => wecom_userid,
  async send(services, address, note, url) {
    const { "wecom.agent_id": agent } = await readSettings(services.db);
    const body = {
      touser: address,
      agentid: Number(agent),
      ...contentOf(note, url),
      enable_duplicate_check: 1,
      duplicate_check_interval: sameWithin,
    };
    const answer = await callWecom(services, "/cgi-bin/message/send", { body, expected: unreachable });
    return answer.errcode === 0 && !answer.invaliduser;
  },
};

/** It contains the message's number: WeCom would drop the second of two messages with the same words. */
function contentOf(note: Note, url: string | undefined) {
  const category = messageCategories[note.category as keyof typeof messageCategories] ?? "";
  if (!url)
    return {
      msgtype: "text",
      text: { content: `【${category}】${note.title}\n请打开新房工作台查看（消息 ${note.message_id}）` },
    };
  const card = { title: note.title, description: `${category}消息，点击查看详情`, url, btntxt: "查看" };
  return { msgtype: "textcard", textcard: card };
}
