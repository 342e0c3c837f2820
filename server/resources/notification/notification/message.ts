import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** By it a colleague's message of a notification comes once, and is found when that is recalled. */
export const messageKeyOf = (id: number, userId: number): string => `notification:${id}:${userId}`;

/** The same in SQL. */
export const messageKey = (id: number, userId: AnyColumn): SQL<string> =>
  sql<string>`${`notification:${id}:`}::text || ${userId}`;

/** Where a colleague's message of a notification leads: the page opens it by its number. */
export const noticeLink = (id: number): string => `/personal-center?notice=${id}`;
