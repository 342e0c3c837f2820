import { type ClientLoaderFunctionArgs, Navigate, useLoaderData, useSearchParams } from "@remix-run/react";
import { call } from "~/app/api/call";
import { load } from "~/app/api/load";
import { Person } from "~/app/blocks/detail/person";
import { WaitingCards } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useAddressAct } from "~/app/blocks/use-address-act";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { customerPage } from "~/app/features/customer/customer-path";
import { leads } from "~/app/features/schedule/leads";
import { scheduleActions } from "~/app/features/schedule/schedule-actions";
import { useScheduleActs } from "~/app/features/schedule/schedule-acts";
import {
  remindText,
  ScheduleStatus,
  ScheduleTitle,
  ScheduleType,
  spanText,
  startText,
} from "~/app/features/schedule/schedule-labels";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { Ref } from "~/contract/common";
import type { Reply } from "~/contract/endpoint";
import { ScheduleRow, schedule } from "~/contract/schedule/schedule";
import { calendarAt, scheduleScreens } from "~/contract/schedule/schedule-calendar";

const ScheduleCalendar = lazyPart(() => import("./schedule-calendar"), "ScheduleCalendar", WaitingCards);

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { page } = await load(scheduleScreens["/schedule-list"], args);
  const shown = calendarAt(new URL(args.request.url).searchParams);
  if (!shown) return { calendar: undefined, page };
  return { calendar: await wholeCalendar(shown, page, args.request.signal), page: undefined };
}

export { write as clientAction } from "~/app/api/writes";

/** More pages than these are nothing that a calendar could show. */
const most = 10;

const tabs = () => ({
  name: "view",
  options: [
    { value: "list", label: t("列表") },
    { value: "month", label: t("日历") },
  ],
});

const shared = filtersOf(schedule.list, ScheduleRow, ["status", "type"]);
const ofTeam = filtersOf(schedule.list, ScheduleRow, ["scope", { name: "user_id", by: "user", scene: "users" }]);
const days = { names: ["from", "to"], label: "日期", kind: "days", isMany: false } as const;

const list: List<ScheduleRow> = {
  name: "schedule-list",
  endpoint: schedule.list,
  columns: columnsOf(ScheduleRow, [
    { key: "title", width: 180, render: (row) => <ScheduleTitle row={row} />, under: "location" },
    { key: "type", width: 84, render: ({ type }) => <ScheduleType type={type} /> },
    { key: "start_at", label: "开始 / 结束", width: 220, isNamed: false, render: spanText, brief: startText },
    { key: "customer", width: 90, render: ({ customer }) => (customer ? <CustomerLink {...customer} /> : "–") },
    { key: "location", width: 120, isExtra: true },
    { key: "remind_minutes", width: 110, align: undefined, render: (row) => remindText(row.remind_minutes) },
    { key: "status", width: 84, render: (row) => <ScheduleStatus {...row} /> },
    { key: "creator", width: 92, render: ({ creator }) => (creator ? <Person name={creator.name} /> : t("系统")) },
  ]),
  filters: [...shared, days],
  card: { tags: ["type", "status"], facts: ["customer", "location", "remind_minutes"], time: "start_at" },
  title: "title",
  nameOf: ({ title }) => title,
  empty: "今天没有日程，休息一下吧",
};

const CustomerLink = ({ id, name }: Ref) => <Link to={customerPage({ id })}>{name}</Link>;

const teamList: List<ScheduleRow> = {
  ...list,
  columns: [...list.columns, ...columnsOf(ScheduleRow, [{ key: "user", width: 104 }])],
  filters: [...shared, ...ofTeam, days],
};

export default function ScheduleList() {
  const { page, calendar } = useLoaderData<typeof clientLoader>();
  const isLeader = leads(useProfile());
  const isPhone = useIsPhone();
  const [search] = useSearchParams();
  const acts = useScheduleActs((calendar ?? page)?.default_remind);
  const begin = () => acts.ask({ act: "add" });
  useAddressAct("add", begin);
  // A phone begins with the days.
  if (isPhone && !search.has("view") && !search.has("add")) return <Navigate to="?view=week" replace />;
  const create = <CreateButton onClick={begin} />;
  return (
    <>
      {page ? (
        <ListPage
          list={isLeader ? teamList : list}
          page={page}
          tabs={tabs()}
          rowActions={(row) => [
            ...scheduleActions(row, acts).slice(0, 3),
            { label: t("查看"), opens: "name", onSelect: () => acts.ask({ act: "view", row }) },
            ...scheduleActions(row, acts).slice(3),
          ]}
          create={create}
        />
      ) : null}
      {calendar ? (
        <ScheduleCalendar
          {...calendar}
          filters={isLeader ? [...shared, ...ofTeam] : shared}
          tabs={tabs()}
          create={create}
          acts={acts}
        />
      ) : null}
      {acts.dialog}
    </>
  );
}

type Shown = NonNullable<ReturnType<typeof calendarAt>>;

async function wholeCalendar({ query, ...place }: Shown, first: Reply<typeof schedule.list>, signal: AbortSignal) {
  const pages = Math.min(Math.ceil(first.total / first.page_size), most);
  const rest = await Promise.all(
    Array.from({ length: Math.max(pages - 1, 0) }, (_, index) =>
      call(schedule.list, { query: { ...query, page: index + 2 } }, { signal }),
    ),
  );
  const rows = [first, ...rest].flatMap((page) => page.list);
  return { ...place, rows, left: first.total - rows.length, default_remind: first.default_remind };
}
