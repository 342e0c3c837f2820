import type { notification } from "~/server/database/tables/notification/notification";

export type NotificationRecord = typeof notification.$inferSelect;
