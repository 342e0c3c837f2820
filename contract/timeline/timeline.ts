import { z } from "zod";
import { ClueBrief } from "~/contract/clue/clue-brief";
import { oneOf } from "~/contract/common";
import { customer } from "~/contract/customer/customer";
import { HistoryLine } from "~/contract/customer/history";
import { RequirementRow, requirement } from "~/contract/customer/requirement";
import { TrackingRow, tracking } from "~/contract/customer/tracking";
import { TransferRow } from "~/contract/customer/transfer";
import { DealBrief } from "~/contract/deal/deal-brief";
import { type Access, endpoint } from "~/contract/endpoint";
import * as field from "~/contract/field";
import { UnitBrief } from "~/contract/house/unit-brief";
import { InquiryBrief } from "~/contract/inquiry/inquiry-brief";
import { ScheduleRow, schedule } from "~/contract/schedule/schedule";
import { recordRequest, request, rowNumber, screenData } from "~/contract/screen-data";
import { ShareBrief } from "~/contract/share/share-brief";
import { CommentRow, comment } from "~/contract/shared/comment";

/** What happens with a customer, as the time line's filter names it; an area that comes adds its own. */
export const timelineKinds = {
  tracking: "跟进",
  comment: "评论",
  schedule: "日程",
  requirement: "需求",
  inquiry: "询盘",
  clue: "报备",
  hold: "房号",
  quote: "报价",
  share: "分享",
  deal: "成交",
  transfer: "归属",
  change: "变更",
} as const;
export type TimelineKind = keyof typeof timelineKinds;

/** The code that a kind needs, on top of the right to see the customer: that of the list where it is shown elsewhere. */
export const timelineCodes: Readonly<Record<TimelineKind, { permission: Access }>> = {
  tracking: tracking.list,
  comment: comment.list,
  schedule: schedule.list,
  requirement: requirement.list,
  inquiry: { permission: "inquiry:inquiry:view" },
  clue: { permission: "clue:clue:view" },
  hold: { permission: "house:estate:view" },
  quote: { permission: "house:estate:view" },
  share: { permission: "customer:share:view" },
  deal: { permission: "deal:deal:view" },
  transfer: customer.audit,
  change: customer.audit,
};

export const timelineLength = 30;

const told = {
  /** One entry among all of them. */
  key: z.string(),
  /** Its position: a request names it to get the entries before it. */
  place: z.string(),
  at: field.instant("时间"),
};
const TimelineEntry = z.discriminatedUnion("kind", [
  z.object({ ...told, kind: z.literal("tracking"), tracking: TrackingRow }),
  z.object({ ...told, kind: z.literal("comment"), comment: CommentRow }),
  z.object({ ...told, kind: z.literal("schedule"), schedule: ScheduleRow }),
  z.object({ ...told, kind: z.literal("requirement"), requirement: RequirementRow }),
  z.object({ ...told, kind: z.literal("inquiry"), inquiry: InquiryBrief }),
  z.object({ ...told, kind: z.literal("clue"), clue: ClueBrief }),
  z.object({ ...told, kind: z.literal("hold"), unit: UnitBrief }),
  z.object({ ...told, kind: z.literal("quote"), unit: UnitBrief }),
  /** Sent to the customer, with how often it was looked at since. */
  z.object({ ...told, kind: z.literal("share"), share: ShareBrief }),
  z.object({ ...told, kind: z.literal("deal"), deal: DealBrief }),
  /** Whose the customer became, or somebody's wish for them. */
  z.object({ ...told, kind: z.literal("transfer"), line: HistoryLine.optional(), request: TransferRow.optional() }),
  z.object({ ...told, kind: z.literal("change"), line: HistoryLine }),
]);
export type TimelineEntry = z.output<typeof TimelineEntry>;
export type EntryOf<K extends TimelineKind> = Extract<TimelineEntry, { kind: K }>;

export const timeline = {
  list: endpoint(
    "GET /api/customer/information/{id}/timeline",
    "客户动态",
    ["customer:info:view", "customer:pool:view"],
    {
      kind: "customer",
      query: z.object({
        kind: oneOf(timelineKinds),
        before: z
          .string()
          .regex(/^-?\d{1,17}\.[a-z]{1,20}\.\d{1,15}$/, "位置无效")
          .optional(),
      }),
      reply: z.object({
        list: z.array(TimelineEntry),
        /** By which those before them are asked for; null after the last. */
        next: z.string().nullable(),
        can: field.can("comment"),
      }),
    },
  ),
};

/** The parts of a customer's page; the first is what it opens with. Comments are led to by messages, the basics by their form; on the phone these are a tab. */
const customerTabs = ["activity", "requirements", "deals", "comments", "basics"] as const;
export type CustomerTab = (typeof customerTabs)[number];

/** Tabs that the page once had: parts of the time line. */
const formerTabs: Readonly<Record<string, readonly TimelineKind[]>> = {
  trackings: ["tracking"],
  inquiries: ["inquiry"],
  clues: ["clue"],
  schedules: ["schedule"],
  audit: ["transfer", "change"],
};

export function customerTabAt(search: URLSearchParams): CustomerTab {
  const tab = search.get("tab");
  if (tab === null && search.get("edit") === "1") return "basics";
  return customerTabs.find((one) => one === tab) ?? "activity";
}

export function timelineKindsAt(search: URLSearchParams): readonly TimelineKind[] {
  const asked = (search.get("kind") ?? "").split(",");
  const kinds = (Object.keys(timelineKinds) as TimelineKind[]).filter((kind) => asked.includes(kind));
  return kinds.length ? kinds : (formerTabs[search.get("tab") ?? ""] ?? []);
}

export function timelineInput(id: number, search: URLSearchParams) {
  const kinds = timelineKindsAt(search);
  return { params: { id }, query: kinds.length ? { kind: [...kinds] } : {} };
}

export const customerPageScreens = {
  "/customer/editCustomerInfo/:id": screenData("page", ({ params, search }) => ({
    record: recordRequest(customer.get, params.id),
    timeline:
      customerTabAt(search) === "activity"
        ? request(timeline.list, timelineInput(rowNumber(params.id) ?? 0, search))
        : undefined,
  })),
};
