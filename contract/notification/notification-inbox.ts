import { z } from "zod";
import { queryId } from "../common";
import { endpoint } from "../endpoint";
import { signedEndpoint } from "../signed";
import { Notice } from "./notification";
import { type Audience, audiences } from "./notification-kinds";

const { staff: _, ...outside } = audiences;
export type OutsideAudience = Exclude<Audience, "staff">;

const InboxRow = z.object({
  /** By which it is marked as read. */
  receipt_id: z.int(),
  notification_id: z.int(),
  // Its pictures by whole addresses.
  ...Notice.omit({ id: true }).shape,
  is_top: z.boolean(),
});
export type InboxRow = z.output<typeof InboxRow>;

/** How the company's site and the agents' portal read their people's inboxes (domain E.4): only what has not been recalled, the newest first. */
export const notificationInbox = {
  list: endpoint("GET /api/notification/inbox", "站内信收件箱", "public", {
    isSigned: true,
    query: z.object({
      audience: z.enum(Object.keys(outside) as [OutsideAudience]).meta({ label: "受众", options: outside }),
      /** The account's or the user's number, as the intake answered it. */
      id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).meta({ label: "接收人" }),
      unread: z.enum(["1", "0"]).optional().meta({ label: "只看未读" }),
      /** The receipt that the last page ended with. */
      before_id: queryId().meta({ label: "上一页的末条" }),
      page_size: z.coerce.number().int().min(1).max(100).default(20).meta({ label: "每页条数" }),
    }),
    reply: z.object({
      list: z.array(InboxRow),
      unread: z.int(),
      /** For the next page; null: this was the last. */
      next_before_id: z.int().nullable(),
    }),
  }),
  read: signedEndpoint("POST /api/notification/inbox/{receipt_id}/read", "站内信标为已读", {
    body: z.object({}),
    reply: z.object({ read_at: z.string() }),
  }),
};
