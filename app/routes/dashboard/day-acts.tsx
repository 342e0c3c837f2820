import { useState } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useScheduleActs } from "~/app/features/schedule/schedule-acts";
import type { DayCustomer, DaySchedule } from "~/contract/dashboard/analytics";

const FollowUpDrawer = lazyPart(() => import("./follow-up-drawer"), "FollowUpDrawer");
const RevealDay = lazyPart(() => import("./reveal-day"), "RevealDay");

/** What one does from a line of the day, without leaving it, and its dialogs. */
export function useDayActs() {
  const schedules = useScheduleActs();
  const [opened, setOpened] = useState<{ act: "track" | "reveal"; customer: DayCustomer }>();
  const close = () => setOpened(undefined);
  return {
    plan: () => schedules.ask({ act: "add" }),
    show: (row: DaySchedule) => schedules.ask({ act: "view", row }),
    finish: (row: DaySchedule) => schedules.ask({ act: "done", row }),
    track: (customer: DayCustomer) => setOpened({ act: "track", customer }),
    reveal: (customer: DayCustomer) => setOpened({ act: "reveal", customer }),
    dialogs: (
      <>
        {opened?.act === "track" ? <FollowUpDrawer customer={opened.customer} onClose={close} /> : null}
        {opened?.act === "reveal" ? <RevealDay customer={opened.customer} onClose={close} /> : null}
        {schedules.dialog}
      </>
    ),
  };
}
export type DayActs = ReturnType<typeof useDayActs>;
