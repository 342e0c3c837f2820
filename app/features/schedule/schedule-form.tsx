import { useEffect, useState } from "react";
import { call } from "~/app/api/call";
import { formatInstant, instantOf } from "~/app/blocks/detail/format";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { Note } from "~/app/blocks/feedback/note";
import { OfflineNote } from "~/app/blocks/feedback/offline-note";
import { Waiting } from "~/app/blocks/feedback/waiting";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import { recordForm, useRecordForm } from "~/app/blocks/form/use-record-form";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { Ref } from "~/contract/common";
import { shanghaiDay } from "~/contract/day";
import { deal } from "~/contract/deal/deal";
import { mayCall } from "~/contract/endpoint";
import { now } from "~/contract/now";
import { type ScheduleRow, schedule } from "~/contract/schedule/schedule";
import { leads } from "./leads";

const DealChoice = lazyPart(() => import("~/app/features/deal/deal-choice"), "DealChoice");

interface ScheduleFormProps {
  row?: ScheduleRow;
  day?: string;
  customer?: Ref;
  remind: number | undefined;
  onClose: () => void;
}

export function ScheduleForm({ row, day, customer, remind, onClose }: ScheduleFormProps) {
  const known = usePlanned(row ? undefined : customer, row ? null : remind);
  return (
    <Dialog onClose={onClose} title={row ? t("编辑日程") : t("新增日程")} size="lg">
      {known ? (
        <Fields row={row} day={day} customer={customer} known={known} onClose={onClose} />
      ) : (
        <Waiting shape="record" />
      )}
    </Dialog>
  );
}

interface FieldsProps extends Omit<ScheduleFormProps, "remind"> {
  known: Known;
}

function Fields({ row, day, customer, known, onClose }: FieldsProps) {
  const profile = useProfile();
  const [bound] = useState(() => formOf(leads(profile), mayCall(profile, deal.list), customer));
  const [begin] = useState(() => ({
    title: customer ? t("回访{name}", { name: customer.name }).slice(0, 50) : "",
    start_at: nextHour(day),
    customer_id: customer?.id ?? null,
    user_id: profile.id,
    remind_minutes: String(known.remind ?? "none"),
  }));
  const form = useRecordForm(bound, row, { begin, onCreated: onClose, onUpdated: onClose, onKept: onClose });
  return (
    <>
      {row ? null : <OfflineNote />}
      {known.planned ? <Note mb="md">{known.planned}</Note> : null}
      <LazyRecordForm form={form} isInDialog onCancel={onClose} />
    </>
  );
}

const formOf = (isLeader: boolean, seesDeals: boolean, customer: Ref | undefined) =>
  recordForm({
    create: schedule.create,
    update: schedule.update,
    draft: (row?: ScheduleRow) => {
      if (row) return `schedule-edit:${row.id}`;
      return customer ? `schedule-new:${customer.id}` : "schedule-new";
    },
    success: (row) => (row ? t("已保存") : t("日程已新增")),
    begin: { type: "call" },
    values: (row) => ({
      ...row,
      customer_id: row.customer?.id ?? null,
      deal_id: row.deal?.id ?? null,
      user_id: row.user.id,
      remind_minutes: String(row.remind_minutes ?? "none"),
    }),
    sections: [
      {
        fields: [
          { name: "title", isWide: true },
          ...(["type", "all_day", "start_at", "end_at", "customer_id", "remind_minutes"] as const),
          { name: "location", isWide: !isLeader },
          ...(isLeader ? [{ name: "user_id" as const, inScope: true }] : []),
          "content",
          ...(seesDeals ? [{ name: "deal_id" as const, isUnseen: true }] : []),
        ],
        ...(seesDeals && {
          below: ({ customer_id, deal_id }, { fill }) =>
            typeof customer_id === "number" ? (
              <DealChoice
                key={customer_id}
                label={t("关联成交")}
                customerId={customer_id}
                begin={typeof deal_id === "number" ? deal_id : null}
                onChange={(id) => fill({ deal_id: id })}
              />
            ) : null,
        }),
      },
    ],
  });

interface Known {
  remind: number | null;
  planned: string;
}

function usePlanned(customer: Ref | undefined, remind: number | null | undefined): Known | undefined {
  const isKnown = remind !== undefined && !customer;
  const [known, setKnown] = useState<Known | undefined>(isKnown ? { remind, planned: "" } : undefined);
  const customerId = customer?.id;

  // The dialog is no route with its own loader.
  useEffect(() => {
    if (isKnown) return;
    const giveUp = new AbortController();
    const query = { customer_id: customerId, status: ["pending" as const], page_size: 10 as const };
    call(schedule.list, { query }, { signal: giveUp.signal, silent: true }).then(
      ({ default_remind, list, total }) =>
        setKnown({ remind: default_remind, planned: customerId ? plannedText(list, total) : "" }),
      () => !giveUp.signal.aborted && setKnown({ remind: remind ?? null, planned: "" }),
    );
    return () => giveUp.abort();
  }, [isKnown, customerId, remind]);

  return known;
}

function plannedText(list: readonly ScheduleRow[], count: number): string {
  const [next] = list;
  if (!next) return "";
  const figures = { count, time: formatInstant(next.start_at), title: next.title };
  return t("该客户已有{count}项日程：{time} {title}", figures);
}

function nextHour(day = shanghaiDay()): string {
  if (day !== shanghaiDay()) return instantOf(day, "10:00");
  const next = new Date(Math.ceil((now() + 1) / 3_600_000) * 3_600_000).toISOString();
  const shown = formatInstant(next);
  return instantOf(shown.slice(0, 10), shown.slice(11));
}
