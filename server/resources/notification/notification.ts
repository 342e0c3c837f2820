import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Reply } from "~/contract/endpoint";
import { type Aimed, notification as contract, type Estimate } from "~/contract/notification/notification";
import { channelsOfAudience, type SkipReason } from "~/contract/notification/notification-kinds";
import { notification } from "~/server/database/tables/notification/notification";
import type { SignedCall } from "~/server/lib/call";
import { matching, orderOf, present, tablePage, within } from "~/server/lib/list";
import { containsText, countKeyword } from "~/server/lib/search";
import { serve, serveAct, serveNull } from "~/server/lib/serve";
import {
  recallNotification,
  retryNotification,
  scheduleNotification,
  sendNotification,
  stopNotification,
  testNotification,
  unscheduleNotification,
} from "./notification/acts";
import { filterOf, peopleOf } from "./notification/audience";
import { channelStates } from "./notification/readiness";
import { readMine, receiptPage } from "./notification/reading";
import { addNotification, changeNotification, copyNotification, removeNotification } from "./notification/records";
import { endSeries, pauseSeries, resumeSeries } from "./notification/series";
import { detailOf, toRows } from "./notification/view";

/** Counting ends there. */
const mostCounted = 100_000;

interface Row extends Record<string, unknown> {
  skip: SkipReason | null;
  n: number;
  phone: number;
  email: number;
  wecom: number;
}

/** How many people an audience has at this moment, as far as the caller sees them. */
async function estimate(call: SignedCall, aim: Aimed): Promise<Estimate> {
  if (aim.scope === "filter")
    await countKeyword(call.services, call.user, filterOf(call, aim.audience, aim.filter ?? "").keyword);
  const { from, where, skip, phone, email, wecom } = peopleOf(call, aim);
  const { rows } = await call.db.execute<Row>(sql`
    select skip, count(*)::int as n, count(phone)::int as phone, count(email)::int as email, count(wecom)::int as wecom
    from (select ${skip} as skip, ${phone} as phone, ${email} as email, (${wecom})::text as wecom from ${from} where ${where}
      limit ${mostCounted + 1}) person
    group by skip`);
  const all = rows.reduce((sum, { n }) => sum + n, 0);
  const free = rows.find(({ skip: reason }) => reason === null);
  const reach = (channel: string): number => {
    if (!free) return 0;
    if (channel === "sms") return free.phone;
    if (channel === "email") return free.email;
    return channel === "wecom" ? free.wecom : free.n;
  };
  return {
    count: Math.min(all, mostCounted),
    is_capped: all > mostCounted,
    skipped: rows.flatMap(({ skip: reason, n }) => (reason ? [{ reason, count: n }] : [])),
    reachable: channelsOfAudience[aim.audience].map((channel) => ({ channel, count: reach(channel) })),
  };
}

type Query = z.output<typeof contract.list.query>;

const columns = { ...notification, created_at: present(notification.created_at) };

function rowsOf({ keyword, send_from, send_to, series_id, ...query }: Query): SQL {
  return sql`${and(
    isNull(notification.deleted_at),
    // What the house told one account of an agent by itself (`tellAccount`) is nobody's.
    isNotNull(notification.created_by),
    keyword ? containsText(notification.title, keyword) : undefined,
    ...matching(notification, query, ["type", "audience", "status"]),
    series_id ? eq(notification.series_id, series_id) : undefined,
    ...within(notification.send_at, send_from, send_to),
  )}`;
}

const notificationPage = (call: SignedCall & { query: Query }): Promise<Reply<typeof contract.list>> =>
  tablePage(
    call,
    notification,
    { where: rowsOf(call.query), order: orderOf(columns, call.query.sort, notification.id) },
    toRows,
  );

export const notificationHandlers = [
  serve(contract.list, notificationPage),
  serve(contract.get, (call) => detailOf(call, call.params.id)),
  serve(contract.create, (call) => addNotification(call, call.body)),
  serveAct(contract.update, detailOf, changeNotification),
  serveNull(contract.remove, removeNotification),
  serve(contract.channels, (call) => channelStates(call.services)),
  serve(contract.estimate, (call) => estimate(call, call.body)),
  serve(contract.copy, (call) => copyNotification(call, call.params.id)),
  // A gateway may take seconds, during which no row may stay locked.
  serve(contract.test, (call) => testNotification(call, call.params.id), { ownTransaction: true }),
  serveAct(contract.send, detailOf, sendNotification),
  serveAct(contract.schedule, detailOf, scheduleNotification),
  serveAct(contract.unschedule, detailOf, unscheduleNotification),
  serveAct(contract.stop, detailOf, stopNotification),
  serveAct(contract.recall, detailOf, recallNotification),
  serveAct(contract.retry, detailOf, retryNotification),
  serveAct(contract.pause, detailOf, pauseSeries),
  serveAct(contract.resume, detailOf, resumeSeries),
  serveAct(contract.end, detailOf, endSeries),
  serve(contract.receipts, (call) => receiptPage(call, call.params.id)),
  serve(contract.mine, (call) => readMine(call, call.params.id), { writes: true }),
];
