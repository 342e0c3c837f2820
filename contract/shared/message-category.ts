import { z } from "zod";

/** Tabs of the message drawer, and the rows of the preferences (domain B.2). */
export const messageCategories = {
  inquiry: "询盘",
  customer: "客户",
  schedule: "日程",
  deal: "成交",
  clue: "报备",
  audit: "审核",
  mention: "提及",
  system: "系统",
} as const;
export type MessageCategory = keyof typeof messageCategories;
export const MessageCategory = z.enum(Object.keys(messageCategories) as [MessageCategory]);

/** Where a message reaches its reader. */
export const messageChannels = { inbox: "站内信", wecom: "企业微信", slack: "Slack" } as const;
export type MessageChannel = keyof typeof messageChannels;

/** Per category the channels that somebody has chosen; of a category that is not named the usual ones hold (`channelsOf`). */
export const NotifyPreferences = z.partialRecord(
  MessageCategory,
  z.array(z.enum(Object.keys(messageChannels) as [MessageChannel])).max(10),
);
export type NotifyPreferences = z.output<typeof NotifyPreferences>;

/** WeCom is where this house works, so it is usual; it is used only where the reader is bound. */
const usualChannels: readonly MessageChannel[] = ["inbox", "wecom"];

/** By which ways messages of a category reach somebody. */
export function channelsOf(chosen: NotifyPreferences, category: MessageCategory): readonly MessageChannel[] {
  return chosen[category] ?? usualChannels;
}
