import type { NotificationRow } from "~/contract/notification/notification";

/** A repeated one that has been started: its occurrences go out, not itself. */
export const isSeries = ({ status }: Pick<NotificationRow, "status">) =>
  status === "repeating" || status === "paused" || status === "ended";

export const isBegun = ({ status }: Pick<NotificationRow, "status">) =>
  status !== "draft" && status !== "scheduled" && !isSeries({ status });
