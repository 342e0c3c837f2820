import { Box } from "@mantine/core";
import { type ClientLoaderFunctionArgs, redirect, useLoaderData, useSearchParams } from "@remix-run/react";
import { call } from "~/app/api/call";
import { load } from "~/app/api/load";
import basic from "~/app/basic.module.css";
import { formatAge, formatInstant } from "~/app/blocks/detail/format";
import { Person } from "~/app/blocks/detail/person";
import { WaitingList, WaitingRecord } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { DetailPage } from "~/app/features/detail-page/detail-page";
import { t } from "~/app/i18n/t";
import type { ScreenHandle } from "~/app/layout/use-present-title";
import { viewer } from "~/app/session/viewer";
import { useProfile } from "~/app/session/viewer-context";
import { customer } from "~/contract/customer/customer";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { customerUser } from "~/contract/customer/customer-user";
import { annex, requirement } from "~/contract/customer/requirement";
import { mayCall } from "~/contract/endpoint";
import type { Profile } from "~/contract/personal/user";
import { readQuery } from "~/contract/read-query";
import { comment } from "~/contract/shared/comment";
import { customerPageScreens, customerTabAt, timeline, timelineInput } from "~/contract/timeline/timeline";
import { BasicsFacts } from "./basics-facts";
import { CustomerActions, CustomerFacts, CustomerLine, CustomerTags, StagePath } from "./customer-head";
import { ForbiddenBanner } from "./forbidden-banner";
import { LinkedUser } from "./linked-user";
import { loadClient } from "./load-client";
import { NewestRecord, useNewestRecord } from "./newest-record";
import { CustomerTimeline } from "./timeline/customer-timeline";
import { useRevealed } from "./use-revealed";

// What few visits show is fetched when it is first shown.
const ClientPrompt = lazyPart(() => import("./client-prompt"), "ClientPrompt");
const CustomerBasics = lazyPart(() => import("./customer-basics"), "CustomerBasics", WaitingRecord);
const DealBriefs = lazyPart(() => import("~/app/features/deal/deal-briefs"), "DealBriefs", WaitingList);
const CustomerRequirements = lazyPart(() => import("./customer-requirements"), "CustomerRequirements", WaitingRecord);
const Comments = lazyPart(() => import("~/app/features/comments/comments"), "Comments", WaitingList);

const tabs = [
  { key: "activity", call: timeline.list },
  { key: "requirements", call: requirement.list },
  { key: "deals", call: { permission: "deal:deal:view" } },
  { key: "comments", call: comment.list },
  { key: "basics", call: customer.get },
] as const;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { request, params } = args;
  const id = Number(params.id) || 0;
  const { signal } = request;
  const search = new URL(request.url).searchParams;
  const { profile } = await viewer();
  const open = tabs.filter((tab) => mayCall(profile, tab.call)).map(({ key }) => key);
  const tab = open.find((key) => key === customerTabAt(search)) ?? "activity";
  const [{ record, timeline: begun }, requirements, deals] = await Promise.all([
    load(customerPageScreens["/customer/editCustomerInfo/:id"], args),
    tab === "requirements" ? loadRequirements(request, id) : undefined,
    tab === "deals" ? dealsOf(id, signal) : undefined,
  ]);
  const linked = search.get("tab") === "behavior" && mayCall(profile, customerUser.get) && record.customer_user;
  // A former part of the page: the registered user's own page has it.
  if (linked) throw redirect(`/customer/register/detail?id=${linked.id}&tab=behavior`);
  // Whether the address brings somebody else only the record tells.
  const [client, activity] = await Promise.all([
    loadClient(request, record, profile),
    // An address may ask for a part that is not the viewer's.
    begun ?? (tab === "activity" ? call(timeline.list, timelineInput(id, search), { signal }) : undefined),
  ]);
  return { record, open, tab, activity, requirements, deals, client };
}

/** What deals are is fetched with them: few visits show them. */
async function dealsOf(id: number, signal: AbortSignal) {
  const { deal } = await import("~/contract/deal/deal");
  return call(deal.list, { query: { customer_id: id, page_size: 50 } }, { signal });
}

export { write as clientAction } from "~/app/api/writes";

export const handle: ScreenHandle<{ record: { name: string } }> = { title: ({ record }) => record.name };

export default function CustomerEdit() {
  const { record: loaded, open, tab, activity, requirements, deals, client } = useLoaderData<typeof clientLoader>();
  const [, setSearch] = useSearchParams();
  const viewing = useProfile();
  const { record, tell } = useNewestRecord(loaded);
  const reveals = useRevealed(record.id);
  const isPhone = useIsPhone();
  const { revealed } = reveals;
  const shown = revealed ? { ...record, ...revealed, is_masked: false } : record;
  const contents = {
    activity: { label: t("动态"), content: activity ? <CustomerTimeline record={record} page={activity} /> : null },
    comments: { label: t("评论"), content: <Comments type="customer" id={record.id} /> },
    deals: {
      label: t("成交"),
      content: deals ? <DealBriefs rows={deals.list} /> : null,
    },
    requirements: {
      label: t("需求"),
      content: requirements ? <CustomerRequirements record={record} {...requirements} /> : null,
    },
    basics: { label: t("基本信息"), content: <CustomerBasics record={record} revealed={revealed} /> },
  };
  const isInStrip = (key: (typeof open)[number]) => key === tab || (key === "basics" ? isPhone : key !== "comments");
  const edit = () =>
    setSearch((now) => new URLSearchParams([...[...now].filter(([name]) => name === "client_id"), ["edit", "1"]]), {
      preventScrollReset: true,
    });
  return (
    <NewestRecord value={tell}>
      {client ? <ClientPrompt record={record} client={client} /> : null}
      <ForbiddenBanner record={record} />
      <DetailPage
        // Going from one customer to another keeps the route: what was typed for one must not stay for the other.
        key={record.id}
        title={record.name}
        keep={["client_id"]}
        present={tab}
        isDense={!isPhone}
        tags={
          <>
            <CustomerTags record={record} />
            {isPhone ? null : <CustomerLine record={record} {...reveals} />}
          </>
        }
        facts={isPhone ? <CustomerFacts record={record} {...reveals} /> : <StagePath record={record} />}
        actions={<CustomerActions record={record} revealed={revealed} />}
        side={sideOf(record, viewing)}
        beside={
          isPhone || tab === "basics" ? undefined : (
            <Box p={16} className={basic.surface}>
              <BasicsFacts record={shown} isNarrow onEdit={record.can.edit ? edit : undefined} />
            </Box>
          )
        }
        tabs={open.filter(isInStrip).map((key) => ({ key, ...contents[key] }))}
      />
    </NewestRecord>
  );
}

function sideOf(record: CustomerDetail, viewer: Profile) {
  const { owner, last_owner, idle_days, pool_at } = record;
  return [
    { label: t("客户编号"), value: record.customer_no },
    ...(record.customer_user || (record.can.edit && mayCall(viewer, customerUser.get))
      ? [{ label: t("注册用户"), value: <LinkedUser record={record} /> }]
      : []),
    ...(idle_days === null
      ? []
      : [{ label: t("未跟进天数"), figure: "idle_days" as const, value: t("{days}天", { days: idle_days }) }]),
    ...(owner ? [] : [{ label: t("原跟进人"), value: last_owner && <Person name={last_owner.name} /> }]),
    ...(pool_at ? [{ label: t("进公海时间"), value: formatInstant(pool_at) }] : []),
    {
      label: t("最近跟进"),
      value: record.last_tracking_at && (
        <span title={formatInstant(record.last_tracking_at)}>
          {formatAge(record.last_tracking_at)}
          {record.last_tracking_at === record.last_valid_tracking_at ? null : t("（非有效跟进）")}
        </span>
      ),
    },
    // For planners it is in the head.
    ...(record.can.edit ? [] : [{ label: t("下次跟进"), value: formatInstant(record.next_tracking_at) }]),
    { label: t("跟进次数"), figure: "tracking_count" as const, value: record.tracking_count },
    { label: t("创建时间"), value: formatInstant(record.created_at) },
    { label: t("更新时间"), value: formatInstant(record.updated_at) },
  ];
}

async function loadRequirements(request: Request, customer_id: number) {
  const { signal } = request;
  const [page, annexes] = await Promise.all([
    call(requirement.list, { query: { ...readQuery(request, requirement.list), customer_id } }, { signal }),
    call(annex.list, { query: { customer_id, page_size: 100 } }, { signal }),
  ]);
  return { page, annexes: annexes.list };
}
