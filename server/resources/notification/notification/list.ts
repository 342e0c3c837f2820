import { and, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Reply } from "~/contract/endpoint";
import type { notification as contract } from "~/contract/notification/notification";
import { notification } from "~/server/database/tables/notification/notification";
import type { SignedCall } from "~/server/lib/call";
import { listOf, orderOf, present, within } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { toRows } from "./view";

type Query = z.output<typeof contract.list.query>;

const columns = { ...notification, created_at: present(notification.created_at) };

function rowsOf({ keyword, type, audience, status, send_from, send_to }: Query): SQL {
  return sql`${and(
    isNull(notification.deleted_at),
    // What the house told one account of an agent by itself (`tellAccount`) is nobody's.
    isNotNull(notification.created_by),
    keyword ? containsText(notification.title, keyword) : undefined,
    type?.length ? inArray(notification.type, type) : undefined,
    audience?.length ? inArray(notification.audience, audience) : undefined,
    status?.length ? inArray(notification.status, status) : undefined,
    ...within(notification.send_at, send_from, send_to),
  )}`;
}

export async function notificationPage(call: SignedCall & { query: Query }): Promise<Reply<typeof contract.list>> {
  const { db, query } = call;
  const page = await listOf(db, query, {
    select: db.select().from(notification).$dynamic(),
    from: notification,
    where: rowsOf(query),
    order: orderOf(columns, query.sort, notification.id),
  });
  return { ...page, list: await toRows(call, page.list) };
}
