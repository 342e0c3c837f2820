import type { Overview, Slice } from "~/contract/analysis/analysis";
import type { Breakdown, OverviewFigure } from "~/contract/analysis/figure-texts";
import { inquiryStatuses } from "~/contract/inquiry/inquiry-words";

type Days = Pick<Overview, "from" | "to">;

/** Invalid ones are not counted. */
const counted = Object.keys(inquiryStatuses).filter((status) => status !== "invalid");
const inquiries = ({ from, to }: Days, more = "") =>
  `/inquiry/all-inquiry?created_from=${from}&created_to=${to}&status=${counted.join(",")}${more}`;
export const overdueInquiries = (days: Days, assignee: string) => inquiries(days, `&assignee_id=${assignee}&overdue=1`);

const users = ({ from, to }: Days) => `/customer/register?registered_from=${from}&registered_to=${to}`;

export const figureLists = (days: Days): Partial<Record<OverviewFigure, string>> => ({
  user_new: users(days),
  user_total: "/customer/register",
  inquiry_new: inquiries(days),
});

export function sliceLists(key: Breakdown, days: Days): ((slice: Slice) => string) | undefined {
  if (key === "platform") return ({ key: platform }) => inquiries(days, `&platform=${platform}`);
  if (key === "visa") return ({ key: stage }) => inquiries(days, `&kind=visa&case_stage=${stage}`);
  if (key === "estate") return ({ key: id }) => `/house/estate-list/estate-detail?id=${id}`;
  return undefined;
}
