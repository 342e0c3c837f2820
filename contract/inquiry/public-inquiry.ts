import { z } from "zod";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { externalId, signedEndpoint, TakenIn } from "../signed";
import { InquiryIntake } from "./inquiry-intake";
import { inquiryKinds } from "./inquiry-words";
import { trackerPlatforms } from "./tracker";

export const shortestFill = 2_000;

/** A code as it stood in an address: one that nobody knows loses nobody's inquiry. */
const trackerOf = field.optional(field.text("追踪点", 100));

/** A chat begins in its own window. */
const { chat: _chat, ...sentKinds } = inquiryKinds;
const kind = field.choice("询盘类型", sentKinds);

const PublicParts = z.object({
  kind,
  site_key: field.text("站点公钥", 64),
  /** One for each filled-in form: sent again, it is the same inquiry. */
  external_id: field.optional(externalId("提交编号")),
  /** A hidden field of the form: only a program fills it in. */
  website: z.string().max(0, "请勿填写此项").default("").meta({ label: "网址" }),
  /** Milliseconds from when the form was shown until it was sent. */
  elapsed_ms: z
    .number({ error: "缺少填写用时" })
    .min(shortestFill, "填写过快，请稍候再提交")
    .meta({ label: "填写用时" }),
  platform: field.choice("来源平台", trackerPlatforms),
  tracker: trackerOf,
});

const SignedParts = z.object({
  kind,
  external_id: externalId(),
  /** The registered user who asks, by the sender's own number. */
  user: field.optional(externalId("用户的外部编号")),
  tracker: trackerOf,
  ip: field.optional(field.text("IP", 45)),
});

const publicPath = "/api/inquiry/public";

/** By these doors inquiries come from outside; what is behind them is one way (`receiveInquiry`). */
export const publicInquiry = {
  public: endpoint(`POST ${publicPath}`, "提交询盘", "public", {
    isFromSites: true,
    body: z.intersection(PublicParts, InquiryIntake),
    reply: z.object({ inquiry_no: z.string() }),
  }),
  signed: signedEndpoint("POST /api/inquiry/intake", "接入询盘", {
    body: z.intersection(SignedParts, InquiryIntake),
    reply: TakenIn.extend({ inquiry_no: z.string(), is_merged: z.boolean() }),
  }),
};
