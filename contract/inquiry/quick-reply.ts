import { z } from "zod";
import { bit, keyword, listQuery, page } from "../common";
import * as field from "../field";
import { recordEndpoints } from "../record-endpoints";

/** Frequent sentences for conversations: a user's own, or for everybody. */
export const QuickReplyFields = z.object({
  title: field.text("标题", 30),
  content: field.longText("内容", 500),
  sort: field.integer("排序", 0, 9999).default(100),
  is_shared: z
    .boolean()
    .default(false)
    .meta({ label: "全员共享", control: "switch", help: "共享的快捷回复所有客服可用" }),
});

export const QuickReplyRow = field.rowOf(QuickReplyFields, ["title", "content", "sort", "is_shared"], {
  id: field.id(),
  used_count: z.int().meta({ label: "使用次数" }),
  created_at: field.instant("创建时间"),
  can: field.can("edit", "delete"),
});
export type QuickReplyRow = z.output<typeof QuickReplyRow>;

export const quickReply = recordEndpoints("/api/inquiry/quick-reply", "快捷回复", {
  kind: "quick_reply",
  permission: "inquiry:chat:reply",
  query: listQuery(
    { keyword: keyword(), shared: bit().meta({ label: "是否共享" }) },
    ["sort", "used_count", "created_at"],
    "sort",
  ),
  page: page(QuickReplyRow),
  record: QuickReplyRow,
  create: QuickReplyFields,
  /** Whether it is shared stays as it was. */
  update: QuickReplyFields.omit({ is_shared: true }),
});
