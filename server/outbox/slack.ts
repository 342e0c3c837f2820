import { askPlatform, jsonOf } from "~/server/identity/platform";
import { openSetting, readSettings } from "~/server/lib/settings";
import type { Channel } from "./channel";

const platform = "https://slack.com";
/** Slack's errors for a person that no further try would reach. */
const unreachable = new Set(["channel_not_found", "user_not_found", "user_disabled", "messages_tab_disabled"]);

export const slackChannel: Channel = {
  event: "message.slack",
  // One a second is what Slack takes.
  perMinute: 20,
  isConfigured: async (services) => openSetting(services, await readSettings(services.db), "slack.bot_token") !== "",
  addressOf: ({ slack_user_id }) => slack_user_id,
  async send(services, address, { title }, url) {
    const token = openSetting(services, await readSettings(services.db), "slack.bot_token");
    const response = await askPlatform(services, `${services.platforms?.slack ?? platform}/api/chat.postMessage`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify({
        channel: address,
        text: url ? `${escaped(title)}\n<${url}|在新房工作台查看>` : escaped(title),
        unfurl_links: false,
      }),
    });
    const { ok, error } = await jsonOf(services, response);
    if (ok === true) return true;
    if (unreachable.has(String(error))) return false;
    throw new Error(`Slack refuses: ${String(error)}`);
  },
};

export const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
