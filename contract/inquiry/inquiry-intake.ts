import { z } from "zod";
import { contentKinds } from "../content/content-kinds";
import { platforms } from "../customer/customer-user";
import * as field from "../field";
import { contactTimes, devices, type InquiryExt, inquiryExt } from "./inquiry-kinds";
import { inquiryKinds } from "./inquiry-words";

const text = (label: string, max: number) => field.optional(field.text(label, max));

const Intake = z.object({
  kind: field.choice("询盘类型", inquiryKinds),
  name: text("联系人", 50),
  phone_cc: text("区号", 4),
  phone: field.optional(field.phone("手机号")),
  wechat: text("微信", 50),
  email: field.optional(field.email()),
  contact_time: field.choice("方便联系时间", contactTimes).default("any"),
  content: field.optional(field.longText("询盘内容", 2000)),
  /** The fields of its kind (`inquiryExt`). */
  ext: z.record(z.string(), z.unknown()).default({}),
  platform: field.choice("来源平台", platforms),
  page_url: field.optional(field.pageAddress("来源页面")),
  referrer: text("来路", 500),
  utm_source: text("UTM来源", 100),
  utm_medium: text("UTM媒介", 100),
  utm_campaign: text("UTM活动", 100),
  utm_term: text("UTM关键词", 100),
  utm_content: text("UTM内容", 100),
  device: field.optional(field.choice("设备", devices)),
  content_kind: field.optional(field.choice("内容类型", contentKinds)),
  content_id: field.optional(field.id("内容")),
  estate_id: field.optional(field.id("意向房源")),
  room_id: field.optional(field.id("意向户型")),
  mansion_id: field.optional(field.id("意向楼栋")),
  customer_user_id: field.optional(field.id("注册用户")),
});

/** An inquiry as any door takes it: limits, and the fields of its kind, whose errors are under `ext`. */
export const InquiryIntake = Intake.superRefine(checkIntake).transform(({ ext, ...rest }) => ({
  ...rest,
  // Checked a line above; what comes out has its defaults. Dates and numbers in it are JSON.
  ext: inquiryExt[rest.kind].parse(ext) as InquiryExt,
}));
export type InquiryIntake = z.output<typeof InquiryIntake>;

function checkIntake(value: z.output<typeof Intake>, context: z.RefinementCtx) {
  const wrong = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
  // A chat begins without; its visitor may leave one later.
  if (value.kind !== "chat" && !value.phone && !value.wechat && !value.email)
    wrong(["phone"], "手机号、微信、邮箱至少填写一项");
  if ((value.content_kind === null) !== (value.content_id === null)) wrong(["content_id"], "内容类型与编号须同时填写");
  const ext = inquiryExt[value.kind].safeParse(value.ext);
  if (ext.success) return;
  for (const issue of ext.error.issues) wrong(["ext", ...issue.path.map(String)], issue.message);
}
