import { Center, Loader, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { call } from "~/app/api/call";
import { formatInstant, instantOf } from "~/app/blocks/detail/format";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import type { FormSection } from "~/app/blocks/form/record-form";
import { leads } from "~/app/features/schedule/leads";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { Ref } from "~/contract/common";
import { shanghaiDay } from "~/contract/day";
import { Schedule, type ScheduleRow, schedule } from "~/contract/schedule/schedule";
import type { ScheduleRun } from "./schedule-actions";

interface FormProps {
  run: ScheduleRun;
  pending: boolean;
  onClose: () => void;
}

function useSections(): FormSection<typeof Schedule>[] {
  const isLeader = leads(useProfile());
  const [sections] = useState<FormSection<typeof Schedule>[]>(() => [
    {
      fields: [
        { name: "title", isWide: true },
        "type",
        "all_day",
        "start_at",
        "end_at",
        "customer_id",
        "remind_minutes",
        { name: "location", isWide: !isLeader },
        ...(isLeader ? [{ name: "user_id" as const, inScope: true }] : []),
        "content",
      ],
    },
  ]);
  return sections;
}

interface AddScheduleProps extends FormProps {
  day?: string;
  customer?: Ref;
  remind: number | undefined;
}

/** A new schedule, of a day that was clicked or with a customer; tells what is planned with him already. */
export function AddSchedule({ day, customer, remind, run, pending, onClose }: AddScheduleProps) {
  const profile = useProfile();
  const sections = useSections();
  const known = usePlanned(customer, remind);
  const [begin] = useState(() => ({
    type: "call",
    title: customer ? t("回访{name}", { name: customer.name }).slice(0, 50) : "",
    start_at: nextHour(day),
    customer_id: customer?.id ?? null,
    user_id: profile.id,
  }));
  return (
    <Dialog onClose={onClose} title={t("新增日程")} size="lg">
      {known === undefined ? (
        <Center mih={120}>
          <Loader size="sm" aria-label={t("加载中")} />
        </Center>
      ) : (
        <>
          {known.planned ? (
            <Text size="sm" c="dimmed" mb="md">
              {known.planned}
            </Text>
          ) : null}
          <LazyRecordForm
            schema={Schedule}
            sections={sections}
            value={{ ...begin, remind_minutes: String(known.remind ?? "none") }}
            draft={customer ? `schedule-new:${customer.id}` : "schedule-new"}
            isInDialog
            pending={pending}
            onSubmit={(body, then) => run("create", { body }, { success: t("日程已添加"), ...then(onClose) })}
            onCancel={onClose}
          />
        </>
      )}
    </Dialog>
  );
}

export function EditSchedule({ row, run, pending, onClose }: FormProps & { row: ScheduleRow }) {
  const sections = useSections();
  const value = {
    ...row,
    customer_id: row.customer?.id ?? null,
    user_id: row.user.id,
    remind_minutes: String(row.remind_minutes ?? "none"),
  };
  return (
    <Dialog onClose={onClose} title={t("编辑日程")} size="lg">
      <LazyRecordForm
        schema={Schedule}
        sections={sections}
        value={value}
        draft={`schedule-edit:${row.id}`}
        isInDialog
        pending={pending}
        onSubmit={(body, then) =>
          run("update", { params: { id: row.id }, body }, { success: t("已保存"), ...then(onClose) })
        }
        onCancel={onClose}
      />
    </Dialog>
  );
}

interface Known {
  remind: number | null;
  planned: string;
}

/** The default reminder and what waits with a customer: asked for where the page has not brought them. */
function usePlanned(customer: Ref | undefined, remind: number | undefined): Known | undefined {
  const isKnown = remind !== undefined && !customer;
  const [known, setKnown] = useState<Known | undefined>(isKnown ? { remind, planned: "" } : undefined);
  const customerId = customer?.id;

  // The dialog is no route of its own whose loader could ask.
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
  const planned = { count, time: formatInstant(next.start_at), title: next.title };
  return t("该客户已有{count}项待办：{time} {title}", planned);
}

/** The next full hour; of another day ten o'clock. */
function nextHour(day = shanghaiDay()): string {
  if (day !== shanghaiDay()) return instantOf(day, "10:00");
  const next = new Date(Math.ceil((Date.now() + 1) / 3_600_000) * 3_600_000).toISOString();
  const shown = formatInstant(next);
  return instantOf(shown.slice(0, 10), shown.slice(11));
}
