import { inquiryExt } from "~/contract/inquiry/inquiry-kinds";
import type { InquiryDetail } from "~/contract/inquiry/inquiry-record";
import type { InquiryRecord } from "./log";

function sourceOf({ platform, kind }: Pick<InquiryRecord, "platform" | "kind">): string {
  if (kind === "chat") return "chat";
  if (platform === "wecom") return "wecom";
  if (platform === "manual") return "phone";
  return platform === "web" || platform === "h5" ? "site_inquiry" : "app_inquiry";
}

/** The initial values of a customer made from an inquiry; only for users who see its contacts. */
export function draftOf(viewed: {
  inquiry: InquiryRecord;
  estate_country: string | null;
}): InquiryDetail["customer_draft"] {
  const { inquiry: row, estate_country } = viewed;
  const { name, phone_cc, phone, wechat, email, content, customer_user_id } = row;
  return {
    ...{ name, phone_cc, phone, wechat, email, customer_user_id },
    source: sourceOf(row),
    source_detail: row.inquiry_no,
    remark: content,
    intent_country_codes: estate_country ? [estate_country] : [],
    intent_estate_ids: row.estate_id === null ? [] : [row.estate_id],
    ...wishesOf(row),
  };
}

function wishesOf({ kind, ext }: InquiryRecord): InquiryDetail["customer_draft"] {
  if (kind === "estate") {
    const { budget_min, budget_max, budget_currency, purpose } = inquiryExt.estate.parse(ext);
    return { budget_min, budget_max, budget_currency, purposes: purpose ? [purpose] : [] };
  }
  if (kind === "visa") return { purposes: ["immigration"], intent_country_codes: ["JP"] };
  if (kind !== "rental") return {};
  const { district_id } = inquiryExt.rental.parse(ext);
  return { intent_district_ids: district_id === null ? [] : [district_id] };
}
