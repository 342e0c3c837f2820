import type { ChannelText } from "~/contract/notification/channel-text";
import { callWecom } from "~/server/identity/wecom-api";
import { messageOf } from "~/server/lib/log";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { noticeLink } from "../notification/reading";
import type { Outcome } from "./gateway";

/** Nobody of this userid, or none who may see the app. */
const unreachable = new Set([60111, 81013]);
/** It has refused in words that are sure: the app's number, its rights, our address, too many calls. */
const refused = new Set([...unreachable, 40056, 301002, 60020, 45009, 45033]);
/** Seconds in which WeCom lets the same words through to the same person only once. */
const sameWithin = 1_800;

/** Sends a card to a colleague by the company's own app; `id` is the notification's, undefined of a test. */
export async function postToWecom(
  services: Services,
  userid: string,
  { title, text }: ChannelText,
  id?: number,
): Promise<Outcome> {
  const { "wecom.agent_id": agent, "site.desk_base": base } = await readSettings(services.db);
  const content = base
    ? {
        msgtype: "textcard",
        textcard: {
          title,
          description: text || title,
          url: base + (id ? noticeLink(id) : "/dashboard"),
          btntxt: "查看",
        },
      }
    : { msgtype: "text", text: { content: `${title}\n${text}` } };
  const body = {
    ...{ touser: userid, agentid: Number(agent), ...content },
    ...(id === undefined ? {} : { enable_duplicate_check: 1, duplicate_check_interval: sameWithin }),
  };
  try {
    const answer = await callWecom(services, "/cgi-bin/message/send", { body, expected: refused });
    if (answer.errcode === 0 && !answer.invaliduser) return { status: "sent" };
    if (answer.errcode !== 0 && !unreachable.has(answer.errcode))
      return { status: "failed", error: `企业微信返回错误 ${answer.errcode}`, isDown: true };
    return { status: "failed", error: "企业微信找不到该成员，或其不在应用可见范围内" };
  } catch (error) {
    // It did not answer, or not in words that are understood: WeCom may have sent it.
    services.log.warn({ err: error }, "a notification may not have reached WeCom");
    return { status: "unknown", error: `企业微信没有应答：${messageOf(error)}`.slice(0, 200) };
  }
}
