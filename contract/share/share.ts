import { z } from "zod";
import { keyword, listQuery, oneOf, page, queryDays, queryId, ref } from "../common";
import { several } from "../content/page-fields";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { devices } from "../inquiry/inquiry-kinds";
import { longestShare } from "../shared/share-days";
import { ShareBrief } from "./share-brief";
import { ShareContent } from "./share-content";
import { estatesOf, shareKinds, shareLanguages, shareStatuses, takesEstates } from "./share-kinds";

export const longestNote = 200;

/** What is to be sent, and how it reads. */
const Shown = z.object({
  kind: field.choice("分享内容", shareKinds),
  language: field.choice("语言", shareLanguages).default("zh"),
  /** The second one, next to an estate's own. */
  currency: field.optional(field.optionValue("另一币种", "currencies")).meta({ help: "留空为人民币" }),
  unit_id: field.optional(field.id("房号")),
  estate_ids: several("房源", "estates", estatesOf.estates.most),
  special_id: field.optional(field.id("专题")),
  /** Read by the client. */
  note: field.optional(field.longText("附言", longestNote)).meta({ help: "客户能看到" }),
});
type Shown = z.output<typeof Shown>;

function checkShown({ kind, unit_id, estate_ids, special_id }: Shown, context: z.RefinementCtx) {
  const wrong = (name: keyof Shown, message: string) => context.addIssue({ code: "custom", path: [name], message });
  if (kind === "quote" && unit_id === null) wrong("unit_id", "请选择房号");
  if (kind === "special" && special_id === null) wrong("special_id", "请选择专题");
  if (!takesEstates(kind)) return;
  const { least, most } = estatesOf[kind];
  const count = new Set(estate_ids).size;
  if (count < least || count > most)
    wrong("estate_ids", least === most ? `请选择${least}个房源` : `请选择${least}–${most}个房源`);
}

export const ShareCreate = Shown.extend({
  customer_id: field.optional(field.reference("客户", "customers")),
  days: field.optional(field.integer("有效天数", 1, longestShare, "天")).meta({ help: "留空按设置" }),
}).superRefine(checkShown);
export type ShareCreate = z.output<typeof ShareCreate>;

export const ShareRow = ShareBrief.extend({
  version: field.version(),
  /** Whether the caller may open the customer. */
  customer: z.object({ id: z.int(), name: z.string(), is_visible: z.boolean() }).nullable().meta({ label: "客户" }),
  estates: z.array(ref).meta({ label: "房源" }),
  /** Of a quotation. */
  unit: ref.nullable().meta({ label: "房号" }),
  quotation_no: z.string().nullable().meta({ label: "报价单号" }),
  special: ref.nullable().meta({ label: "专题" }),
  /** People who looked, of each day. */
  visitor_count: z.int().meta({ label: "查看人数" }),
  inquiry_count: z.int().meta({ label: "询盘" }),
  first_opened_at: field.instant("首次查看").nullable(),
  can: field.can("withdraw"),
});
export type ShareRow = z.output<typeof ShareRow>;

const ShareOpen = z.object({
  id: z.int(),
  at: field.instant("时间"),
  seconds: z.int().meta({ label: "停留", unit: "秒" }),
  /** Those that came into sight. */
  estates: z.array(ref).meta({ label: "看过的房源" }),
  device: field.choice("设备", devices),
});

export const ShareDetail = ShareRow.extend({
  note: z.string().nullable().meta({ label: "附言" }),
  /** The newest of them. */
  opens: z.array(ShareOpen),
});
export type ShareDetail = z.output<typeof ShareDetail>;

export const mostOpens = 50;

export const share = {
  list: endpoint("GET /api/share", "分享列表", "customer:share:view", {
    query: listQuery(
      {
        keyword: keyword(),
        kind: oneOf(shareKinds).meta({ label: "分享内容" }),
        status: oneOf(shareStatuses).meta({ label: "状态" }),
        customer_id: queryId(),
        estate_id: queryId(),
        user_id: queryId(),
        ...queryDays("created", "分享时间"),
      },
      ["created_at", "last_opened_at", "open_count"],
      "-created_at",
    ),
    where: { not: ["customer_id", "estate_id", "user_id"] },
    reply: page(ShareRow),
  }),
  get: endpoint("GET /api/share/{id}", "分享详情", "customer:share:view", { kind: "share", reply: ShareDetail }),
  /** What would be sent: for a picture of it, its text for a chat, and before a link is made. Nothing is kept. */
  preview: endpoint("POST /api/share/preview", "分享预览", "house:estate:view", {
    isRead: true,
    body: Shown.superRefine(checkShown),
    reply: z.object({
      content: ShareContent,
      /** Some lines for a chat, without a link. */
      text: z.string(),
      /** Of one estate its public page, if it has one; of a special page its own. */
      url: z.string().nullable(),
      /** Why no link of one's own can be made of it; null where it can. */
      link_blocked: z.string().nullable(),
    }),
  }),
  create: endpoint("POST /api/share", "新增分享", "customer:share:create", {
    body: ShareCreate,
    reply: z.object({
      id: z.int(),
      share_no: z.string(),
      /** Answered this once: only its hash is stored. */
      url: z.string(),
      /** Some lines for a chat, the address last. */
      text: z.string(),
      expires_at: z.string(),
    }),
  }),
  withdraw: endpoint("PATCH /api/share/{id}/withdraw", "撤回分享", "customer:share:withdraw", { reply: ShareDetail }),
};
