import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { trackingTypes } from "~/contract/customer/tracking";
import { visaStored } from "~/contract/inquiry/inquiry-kinds";
import { type DossierEntry, dossierLimit } from "~/contract/inquiry/visa";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { deal } from "~/server/database/tables/deal/deal";
import { inquiryLog } from "~/server/database/tables/inquiry/inquiry";
import { schedule, user as userTable } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { trackingScope } from "~/server/resources/customer/tracking/tracking-view";
import { visibleDeals } from "~/server/resources/deal/deal/record";
import { selectDeals, toDealRow } from "~/server/resources/deal/deal/view";
import { reachedBy } from "~/server/resources/schedule/schedule/write";
import { namesOf } from "~/server/resources/shared/comment/people";
import type { InquiryRecord } from "../inquiry/change";
import { papersOf, seenCase } from "./papers";

/** 档案: the stages of a case, its papers, its notes and plans, and its property, each as far as the caller may see it elsewhere. */
export async function dossierOf(call: SignedCall & { params: { id: number } }) {
  const row = await seenCase(call, call.params.id);
  const parts = [
    await stepsOf(call, row),
    await papersIn(call, row),
    await notesOf(call, row),
    await followUpsOf(call, row),
    await plansOf(call, row),
    await dealsOf(call, row),
  ];
  // A whole day comes before the times of that day.
  const list = parts.flatMap((part) => part.slice(0, dossierLimit)).sort((a, b) => a.at.localeCompare(b.at));
  return { list, is_cut: parts.some((part) => part.length > dossierLimit) };
}

type Entries = Promise<DossierEntry[]>;

async function stepsOf({ db }: SignedCall, row: InquiryRecord): Entries {
  const { steps } = visaStored.parse(row.ext);
  const actors = steps.flatMap(({ by }) => by ?? []);
  const names = await namesOf(db, actors);
  return steps.map(({ stage, at, note, by }) => ({
    ...{ kind: "step", key: `step:${stage}`, at, stage, note },
    by: by === null ? null : (names.get(by) ?? null),
  }));
}

async function papersIn(call: SignedCall, row: InquiryRecord): Entries {
  const { list } = await papersOf(call, row);
  return list.map(({ id, name, category, verified, requirement, created_at, created_by }) => ({
    ...{ kind: "paper", key: `paper:${id}`, at: created_at, name, category, verified },
    requirement: requirement?.name ?? null,
    by: created_by?.name ?? null,
  }));
}

/** Notes before there was a customer: the conversion makes follow-ups of them. */
async function notesOf({ db }: SignedCall, row: InquiryRecord): Entries {
  const { id, detail, at } = inquiryLog;
  const rows = await db
    .select({ id, detail, at, by: userTable.name })
    .from(inquiryLog)
    .leftJoin(userTable, eq(userTable.id, inquiryLog.by))
    .where(and(eq(inquiryLog.inquiry_id, row.id), isNotNull(detail)))
    .orderBy(desc(id))
    .limit(dossierLimit + 1);
  return rows.flatMap((one) =>
    one.detail
      ? [
          {
            ...{ kind: "follow" as const, key: `note:${one.id}`, at: one.at, by: one.by },
            ...{ type: one.detail.type, result: one.detail.result, content: one.detail.content },
          },
        ]
      : [],
  );
}

/** Of the customer, once there is one; else of the inquiry alone. */
const ofCase = (row: InquiryRecord, inquiryId: SQL | undefined, customerId: SQL | undefined) =>
  row.customer_id === null ? inquiryId : or(inquiryId, customerId);

async function followUpsOf({ db, user }: SignedCall, row: InquiryRecord): Entries {
  if (!user.permissions.has("customer:tracking:view") || row.customer_id === null) return [];
  const { id, type, result, content, tracked_at, customer_id } = tracking;
  const rows = await db
    .select({ id, type, result, content, at: tracked_at, by: userTable.name })
    .from(tracking)
    .innerJoin(customer, eq(customer.id, customer_id))
    .innerJoin(userTable, eq(userTable.id, tracking.user_id))
    .where(and(eq(customer_id, row.customer_id), isNull(tracking.deleted_at), trackingScope(user)))
    .orderBy(desc(tracked_at), desc(id))
    .limit(dossierLimit + 1);
  return rows.map(({ id: number, type: way, ...one }) => ({
    ...{ kind: "follow", key: `tracking:${number}` },
    // Stored values have passed the follow-up's schema.
    type: way as keyof typeof trackingTypes,
    ...one,
  }));
}

async function plansOf({ db, user }: SignedCall, row: InquiryRecord): Entries {
  const { id, type, status, title, location, content, result, start_at, customer_id } = schedule;
  const theirs = row.customer_id === null ? undefined : eq(customer_id, row.customer_id);
  const rows = await db
    .select({ id, type, status, title, location, content, result, at: start_at, by: userTable.name })
    .from(schedule)
    .innerJoin(userTable, eq(userTable.id, schedule.user_id))
    .where(and(ofCase(row, eq(schedule.inquiry_id, row.id), theirs), reachedBy(user)))
    .orderBy(desc(start_at), desc(id))
    .limit(dossierLimit + 1);
  return rows.map(({ id: number, location: place, content: words, result: outcome, ...one }) => ({
    ...{ kind: "schedule", key: `schedule:${number}` },
    ...one,
    text: [place, words, outcome].filter(Boolean).join(" · ") || null,
  }));
}

/** Each day of a deal is an entry of its own. */
async function dealsOf(call: SignedCall, row: InquiryRecord): Entries {
  const { user } = call;
  if (!user.permissions.has("deal:deal:view") || row.customer_id === null) return [];
  const rows = await selectDeals(call)
    .where(and(eq(deal.customer_id, row.customer_id), isNull(deal.deleted_at), visibleDeals(user)))
    .orderBy(sql`${deal.id} desc`)
    .limit(20);
  return rows.flatMap((viewed) => {
    const one = toDealRow(viewed, user);
    const days = {
      begun: one.created_at,
      subscribed: one.subscribed_at,
      contracted: one.contracted_at,
      delivered: viewed.deal.delivered_at,
      cancelled: one.cancelled_at,
    };
    return (Object.keys(days) as (keyof typeof days)[]).flatMap((event) => {
      const at = days[event];
      if (at === null) return [];
      return [
        {
          ...{ kind: "deal" as const, key: `deal:${one.id}:${event}`, at, event, by: one.owner.name },
          deal: { id: one.id, name: one.deal_no },
          place: [one.estate.name, one.building, one.unit_no].filter(Boolean).join(" "),
          ...{ price: one.deal_price, currency: one.currency },
        },
      ];
    });
  });
}
