import { type SQL, sql } from "drizzle-orm";
import type { MetricWith } from "~/contract/dashboard/metrics";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { inScope } from "~/server/identity/scope";
import type { Viewer } from "~/server/resources/customer/customer/view";
import {
  all,
  among,
  atEstatesIn,
  byDay,
  type CountedFigure,
  type Daily,
  dayIn,
  type Figure,
  overDays,
  type People,
  ratioOf,
} from "~/server/resources/shared/figure";
import { statHeld } from "~/server/resources/shared/stat-held";
import { seesUnassigned, visibleInquiries } from "./inquiry/change";

const newest = sql`${inquiry.created_at} desc, ${inquiry.id} desc`;

const held = ({ caller }: Viewer, people: People) =>
  all(
    visibleInquiries(caller),
    inScope(inquiry.assignee_id, caller, "inquiry"),
    ...among(inquiry.assignee_id, people),
    ...atEstatesIn(inquiry.estate_id, people),
  );

/** Inquiries by the day they came, without invalid ones; they count for their present assignee. */
export const newInquiries = (viewer: Viewer, people: People): CountedFigure =>
  overDays(inquiry, all(held(viewer, people), sql`${inquiry.status} <> 'invalid'`), inquiry.created_at, newest);

export const askedInquiries = (viewer: Viewer, people: People): CountedFigure =>
  overDays(inquiry, all(held(viewer, people), sql`${inquiry.kind} <> 'report'`), inquiry.created_at, newest);

/** Whether it was answered in time, by the working clock. */
export const inTime = ({ settings }: Viewer): SQL =>
  sql`${inquiry.response_seconds} <= ${settings["inquiry.response_minutes"] * 60}`;

/** The user and the day that an inquiry counts for; visas have a code of their own. */
export const inquiryDays = ({ caller }: Viewer, people: People, basis?: string): Daily => ({
  day: dayIn(inquiry.created_at),
  person: inquiry.assignee_id,
  apart: sql`${inquiry.kind} = 'visa'`,
  ...(basis !== undefined && { basis }),
  held: statHeld(caller, "inquiry", people, {
    isNobodySeen: seesUnassigned(caller),
    isApartSeen: caller.permissions.has("inquiry:visa:view"),
  }),
});

export function inquiryFigure(key: MetricWith<"inquiry">, viewer: Viewer, people: People): Figure {
  if (key === "inquiry_new") return byDay(newInquiries(viewer, people), inquiryDays(viewer, people));
  const rate = ratioOf(askedInquiries(viewer, people), inTime(viewer));
  return byDay(rate, inquiryDays(viewer, people, `${viewer.settings["inquiry.response_minutes"]}`));
}
