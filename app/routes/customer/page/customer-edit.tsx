import { Loader } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { call } from "~/app/api/call";
import { load } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { tabOf } from "~/app/blocks/detail/tab-row";
import { lazyPart } from "~/app/blocks/lazy-part";
import { DetailPage } from "~/app/features/detail-page/detail-page";
import { t } from "~/app/i18n/t";
import { loadRequirements } from "~/app/routes/customer/requirement/load-requirements";
import { viewer } from "~/app/session/viewer";
import { customer, customerRecordScreens } from "~/contract/customer/customer";
import { customerUser } from "~/contract/customer/customer-user";
import { requirement } from "~/contract/customer/requirement";
import { tracking } from "~/contract/customer/tracking";
import { mayCall } from "~/contract/endpoint";
import { readQuery } from "~/contract/read-query";
import { schedule } from "~/contract/schedule/schedule";
import { comment } from "~/contract/shared/comment";
import { CustomerAudit } from "./customer-audit";
import { CustomerBasics } from "./customer-basics";
import { CustomerActions, CustomerFacts, CustomerTags } from "./customer-head";
import { sideOf } from "./customer-side";
import { CustomerTrackings } from "./customer-trackings";
import { ForbiddenBanner } from "./forbidden-banner";
import { loadClient } from "./load-client";
import { useRevealed } from "./use-revealed";

// What few visits show is fetched when it is first shown.
const ClientPrompt = lazyPart(() => import("./client-prompt"), "ClientPrompt");
const CustomerBehavior = lazyPart(() => import("./customer-behavior"), "CustomerBehavior", Loading);
const CustomerRequirements = lazyPart(() => import("./customer-requirements"), "CustomerRequirements", Loading);
const Comments = lazyPart(() => import("~/app/features/comments/comments"), "Comments", Loading);
const CustomerSchedules = lazyPart(() => import("./customer-schedules"), "CustomerSchedules", Loading);

const tabs = [
  { key: "basics", call: customer.get },
  { key: "trackings", call: tracking.list },
  { key: "comments", call: comment.list },
  { key: "requirements", call: requirement.list },
  { key: "schedules", call: schedule.list },
  { key: "behavior", call: customerUser.get },
  { key: "audit", call: customer.audit },
] as const;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { request, params } = args;
  const id = Number(params.id) || 0;
  const { signal } = request;
  const { profile } = await viewer();
  const open = tabs.filter((tab) => mayCall(profile, tab.call)).map(({ key }) => key);
  const tab = tabOf(new URL(request.url).searchParams, open);
  const [{ record }, trackings, requirements, schedules, changes] = await Promise.all([
    load(customerRecordScreens["/customer/editCustomerInfo/:id"], args),
    tab === "trackings"
      ? call(tracking.list, { query: { ...readQuery(request, tracking.list), customer_id: id } }, { signal })
      : undefined,
    tab === "requirements" ? loadRequirements(request, id) : undefined,
    tab === "schedules"
      ? call(schedule.list, { query: { ...readQuery(request, schedule.list), customer_id: id } }, { signal })
      : undefined,
    tab === "audit"
      ? call(customer.audit, { params: { id }, query: readQuery(request, customer.audit) }, { signal })
      : undefined,
  ]);
  // Whose behaviours they are, and whether the address brings somebody else, only the record tells.
  const linked = tab === "behavior" ? record.customer_user?.id : undefined;
  const [user, client] = await Promise.all([
    linked
      ? call(
          customerUser.get,
          { params: { id: linked }, query: { ...readQuery(request, customerUser.get), include: ["behavior"] } },
          { signal },
        )
      : undefined,
    loadClient(request, record, profile),
  ]);
  return { record, open, trackings, requirements, schedules, changes, user, client };
}

export const clientAction = write;

export default function CustomerEdit() {
  const { record, open, trackings, requirements, schedules, changes, user, client } =
    useLoaderData<typeof clientLoader>();
  const reveals = useRevealed(record.id);
  const contents = {
    basics: { label: t("基本信息"), content: <CustomerBasics record={record} {...reveals} /> },
    trackings: {
      label: t("跟进记录"),
      content: trackings ? <CustomerTrackings record={record} page={trackings} /> : null,
    },
    comments: { label: t("评论"), content: <Comments type="customer" id={record.id} /> },
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
    audit: { label: t("变更记录"), content: changes ? <CustomerAudit page={changes} /> : null },
  };
  return (
    <>
      {client ? <ClientPrompt record={record} client={client} /> : null}
      <ForbiddenBanner record={record} />
      <DetailPage
        // Going from one customer to another keeps the route: what was typed for one must not stay for the other.
        key={record.id}
        title={record.name}
        keep={["client_id"]}
        tags={<CustomerTags record={record} />}
        facts={<CustomerFacts record={record} />}
        actions={<CustomerActions record={record} />}
        side={sideOf(record)}
        tabs={open.map((key) => ({ key, ...contents[key] }))}
      />
    </>
  );
}

function Loading() {
  return <Loader size="sm" aria-label={t("加载中")} />;
}
