import { Loader } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { call } from "~/app/api/call";
import { load } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { DetailPage } from "~/app/features/detail-page/detail-page";
import { t } from "~/app/i18n/t";
import type { ScreenHandle } from "~/app/layout/use-present-title";
import { loadRequirements } from "~/app/routes/customer/requirement/load-requirements";
import { viewer } from "~/app/session/viewer";
import { customer } from "~/contract/customer/customer";
import { customerUser } from "~/contract/customer/customer-user";
import { requirement } from "~/contract/customer/requirement";
import { customerPageScreens, customerTabAt, timeline, timelineInput } from "~/contract/customer/timeline";
import { mayCall } from "~/contract/endpoint";
import { readQuery } from "~/contract/read-query";
import { schedule } from "~/contract/schedule/schedule";
import { comment } from "~/contract/shared/comment";
import { BasicsFacts } from "./basics-facts";
import basics from "./customer-basics.module.css";
import { CustomerActions, CustomerFacts, CustomerLine, CustomerTags, CustomerWay } from "./customer-head";
import { sideOf } from "./customer-side";
import { ForbiddenBanner } from "./forbidden-banner";
import { loadClient } from "./load-client";
import { NewestRecord, useNewestRecord } from "./newest-record";
import { CustomerTimeline } from "./timeline/customer-timeline";
import { useRevealed } from "./use-revealed";

// What few visits show is fetched when it is first shown.
const ClientPrompt = lazyPart(() => import("./client-prompt"), "ClientPrompt");
const CustomerBasics = lazyPart(() => import("./customer-basics"), "CustomerBasics", Loading);
const CustomerBehavior = lazyPart(() => import("./customer-behavior"), "CustomerBehavior", Loading);
const ClueBriefs = lazyPart(() => import("~/app/features/clue/clue-briefs"), "ClueBriefs", Loading);
const DealBriefs = lazyPart(() => import("~/app/features/deal/deal-briefs"), "DealBriefs", Loading);
const InquiryBriefs = lazyPart(() => import("~/app/features/inquiry/inquiry-briefs"), "InquiryBriefs", Loading);
const CustomerRequirements = lazyPart(() => import("./customer-requirements"), "CustomerRequirements", Loading);
const Comments = lazyPart(() => import("~/app/features/comments/comments"), "Comments", Loading);
const CustomerSchedules = lazyPart(() => import("./customer-schedules"), "CustomerSchedules", Loading);

const tabs = [
  { key: "activity", call: timeline.list },
  { key: "comments", call: comment.list },
  { key: "inquiries", call: { permission: "inquiry:inquiry:view" } },
  { key: "clues", call: { permission: "clue:clue:view" } },
  { key: "deals", call: { permission: "deal:deal:view" } },
  { key: "requirements", call: requirement.list },
  { key: "schedules", call: schedule.list },
  { key: "behavior", call: customerUser.get },
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
  const [{ record, timeline: begun }, requirements, schedules, inquiries, clues, deals] = await Promise.all([
    load(customerPageScreens["/customer/editCustomerInfo/:id"], args),
    tab === "requirements" ? loadRequirements(request, id) : undefined,
    tab === "schedules"
      ? call(schedule.list, { query: { ...readQuery(request, schedule.list), customer_id: id } }, { signal })
      : undefined,
    tab === "inquiries" ? inquiriesOf(id, signal) : undefined,
    tab === "clues" ? cluesOf(id, signal) : undefined,
    tab === "deals" ? dealsOf(id, signal) : undefined,
  ]);
  // Whose behaviours they are, and whether the address brings somebody else, only the record tells.
  const linked = tab === "behavior" ? record.customer_user?.id : undefined;
  const [user, client, activity] = await Promise.all([
    linked
      ? call(
          customerUser.get,
          { params: { id: linked }, query: { ...readQuery(request, customerUser.get), include: ["behavior"] } },
          { signal },
        )
      : undefined,
    loadClient(request, record, profile),
    // An address may ask for a part that is not the viewer's.
    begun ?? (tab === "activity" ? call(timeline.list, timelineInput(id, search), { signal }) : undefined),
  ]);
  return { record, open, tab, activity, requirements, schedules, inquiries, clues, deals, user, client };
}

/** What inquiries are is fetched with them: few visits show them. */
async function inquiriesOf(id: number, signal: AbortSignal) {
  const { inquiry } = await import("~/contract/inquiry/inquiry");
  return call(inquiry.list, { query: { customer_id: id, page_size: 50 } }, { signal });
}

/** The same of what agents have reported. */
async function cluesOf(id: number, signal: AbortSignal) {
  const { clue } = await import("~/contract/clue/clue");
  return call(clue.list, { query: { customer_id: id, page_size: 50 } }, { signal });
}

/** And of what they have bought. */
async function dealsOf(id: number, signal: AbortSignal) {
  const { deal } = await import("~/contract/deal/deal");
  return call(deal.list, { query: { customer_id: id, page_size: 50 } }, { signal });
}

export const clientAction = write;

export const handle: ScreenHandle<{ record: { name: string } }> = { title: ({ record }) => record.name };

export default function CustomerEdit() {
  const { record: loaded, open, tab, activity, requirements, ...rest } = useLoaderData<typeof clientLoader>();
  const { schedules, inquiries, clues, deals, user, client } = rest;
  const { record, tell } = useNewestRecord(loaded);
  const reveals = useRevealed(record.id);
  const isPhone = useIsPhone();
  const { revealed } = reveals;
  const shown = revealed ? { ...record, ...revealed, is_masked: false } : record;
  const contents = {
    activity: { label: t("动态"), content: activity ? <CustomerTimeline record={record} page={activity} /> : null },
    comments: { label: t("评论"), content: <Comments type="customer" id={record.id} /> },
    inquiries: {
      label: t("询盘"),
      content: inquiries ? <InquiryBriefs rows={inquiries.list} /> : null,
    },
    clues: {
      label: t("报备"),
      content: clues ? <ClueBriefs rows={clues.list} /> : null,
    },
    deals: {
      label: t("成交"),
      content: deals ? <DealBriefs rows={deals.list} /> : null,
    },
    requirements: {
      label: t("需求"),
      content: requirements ? <CustomerRequirements record={record} {...requirements} /> : null,
    },
    schedules: {
      label: t("日程"),
      content: schedules ? <CustomerSchedules record={record} page={schedules} /> : null,
    },
    behavior: {
      label: t("注册用户行为"),
      content: <CustomerBehavior record={record} user={user} />,
    },
    basics: { label: t("基本信息"), content: <CustomerBasics record={record} revealed={revealed} /> },
  };
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
        facts={isPhone ? <CustomerFacts record={record} {...reveals} /> : <CustomerWay record={record} />}
        actions={<CustomerActions record={record} />}
        side={sideOf(record)}
        beside={
          isPhone || tab === "basics" ? undefined : (
            <div className={basics.card}>
              <BasicsFacts record={shown} isNarrow />
            </div>
          )
        }
        tabs={open.map((key) => ({ key, ...contents[key] }))}
      />
    </NewestRecord>
  );
}

function Loading() {
  return <Loader role="progressbar" size="sm" aria-label={t("加载中")} />;
}
