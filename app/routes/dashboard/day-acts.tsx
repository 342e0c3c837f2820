import { useState } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { DayCustomer, DaySchedule, Today } from "~/contract/dashboard/blocks";
import type { DayLine } from "./day-lines";

// Each loads with its first click: the day shows without them.
const FollowUpDrawer = lazyPart(() => import("~/app/features/customer/follow-up-drawer"), "FollowUpDrawer");
const RevealDay = lazyPart(() => import("./reveal-day"), "RevealDay");
const FinishSchedule = lazyPart(() => import("./finish-schedule"), "FinishSchedule");
const ScheduleForm = lazyPart(() => import("~/app/features/schedule/schedule-form"), "ScheduleForm");

type Act =
  | { act: "track" | "call" | "reveal"; customer: DayCustomer }
  | { act: "finish"; row: DaySchedule }
  | { act: "plan" };

export function useDayActs(day: Today) {
  const [opened, setOpened] = useState<Act>();
  // Until the day loads again, which knows what is left of it.
  const [written, setWritten] = useState<{ of: Today; id: number }>();
  const close = () => setOpened(undefined);
  return {
    /** A follow-up that was just written: its line goes at once. */
    isWritten: ({ kind, customer }: DayLine) =>
      kind !== "schedule" && written?.of === day && written.id === customer.id,
    plan: () => setOpened({ act: "plan" }),
    finish: (row: DaySchedule) => setOpened({ act: "finish", row }),
    track: (customer: DayCustomer) => setOpened({ act: "track", customer }),
    call: (customer: DayCustomer) => setOpened({ act: "call", customer }),
    reveal: (customer: DayCustomer) => setOpened({ act: "reveal", customer }),
    dialogs: (
      <>
        {opened?.act === "track" || opened?.act === "call" ? (
          <FollowUpDrawer
            customer={opened.customer}
            isCall={opened.act === "call"}
            onClose={close}
            onSaved={() => setWritten({ of: day, id: opened.customer.id })}
          />
        ) : null}
        {opened?.act === "reveal" ? <RevealDay customer={opened.customer} onClose={close} /> : null}
        {opened?.act === "finish" ? <FinishSchedule row={opened.row} onClose={close} /> : null}
        {opened?.act === "plan" ? <ScheduleForm remind={undefined} onClose={close} /> : null}
      </>
    ),
  };
}
export type DayActs = ReturnType<typeof useDayActs>;
