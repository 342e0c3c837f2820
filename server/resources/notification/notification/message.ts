import { type AnyColumn, type SQL, sql } from "drizzle-orm";

export const messageKeyOf = (id: number, userId: number): string => `notification:${id}:${userId}`;

export const messageKey = (id: number, userId: AnyColumn): SQL<string> =>
  sql<string>`${`notification:${id}:`}::text || ${userId}`;

/** Where a colleague's message of a notification leads: the page opens it by its number. */
export const noticeLink = (id: number): string => `/personal-center?notice=${id}`;
