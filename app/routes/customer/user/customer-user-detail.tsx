import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { call } from "~/app/api/call";
import { load } from "~/app/api/load";
import { formatAge, formatInstant } from "~/app/blocks/detail/format";
import { tabOf } from "~/app/blocks/detail/tab-row";
import { Note } from "~/app/blocks/feedback/note";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { ThumbBar } from "~/app/blocks/thumb-bar";
import { DetailPage } from "~/app/features/detail-page/detail-page";
import { InquiryBriefs } from "~/app/features/inquiry/inquiry-briefs";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { Page } from "~/contract/common";
import { customer } from "~/contract/customer/customer";
import {
  type BehaviorRow,
  behaviorDays,
  customerUserScreens,
  type CustomerUserDetail as Detail,
} from "~/contract/customer/customer-user";
import { mayCall } from "~/contract/endpoint";
import { inquiry } from "~/contract/inquiry/inquiry";
import { useCustomerUserActs } from "./customer-user-acts";
import { BehaviorTab, CustomerUserBehavior } from "./customer-user-behavior";
import { CustomerUserCustomer } from "./customer-user-customer";
import { CustomerUserFavorites } from "./customer-user-favorites";
import { CustomerUserProfile } from "./customer-user-profile";
import { CustomerUserTags, LinkedCustomer } from "./customer-user-tags";

const tabs = ["profile", "behavior", "favorites", "inquiries", "customer", "logins"] as const;
export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { signal, url } = args.request;
  const { record } = await load(customerUserScreens["/customer/register/detail"], args);
  const tab = tabOf(new URL(url).searchParams, tabs);
  const id = tab === "customer" && record.customer?.is_visible ? record.customer.id : undefined;
  const [linked, inquiries] = await Promise.all([
    id ? call(customer.get, { params: { id } }, { signal }) : undefined,
    tab === "inquiries"
      ? call(inquiry.list, { query: { customer_user_id: record.id, page_size: 50 } }, { signal })
      : undefined,
  ]);
  return { record, linked, inquiries };
}

export { write as clientAction } from "~/app/api/writes";

export default function CustomerUserDetail() {
  const { record, linked, inquiries } = useLoaderData<typeof clientLoader>();
  const seesInquiries = mayCall(useProfile(), inquiry.list);
  const { summary, behavior, favorites, logins } = record;
  return (
    <DetailPage
      key={record.id}
      title={record.name}
      keep={["id"]}
      tags={<CustomerUserTags row={record} />}
      facts={
        record.status === "disabled" && record.status_reason ? (
          <Note>{t("禁用原因：{reason}", { reason: record.status_reason })}</Note>
        ) : null
      }
      actions={<Actions record={record} />}
      side={sideOf(record)}
      tabs={[
        { key: "profile", label: t("资料"), content: <CustomerUserProfile record={record} /> },
        {
          key: "behavior",
          label: t("行为轨迹"),
          content: behavior ? <CustomerUserBehavior summary={summary} page={behavior} /> : null,
        },
        {
          key: "favorites",
          label: t("收藏"),
          content: favorites ? <CustomerUserFavorites record={record} page={favorites} /> : null,
        },
        ...(seesInquiries
          ? [
              {
                key: "inquiries",
                label: t("询盘"),
                content: inquiries ? <InquiryBriefs rows={inquiries.list} /> : null,
              },
            ]
          : []),
        { key: "customer", label: t("关联客户"), content: <CustomerUserCustomer user={record} customer={linked} /> },
        {
          key: "logins",
          label: t("登录"),
          content: logins ? <CustomerUserLogins total={record.login_count} page={logins} /> : null,
        },
      ]}
    />
  );
}

function Actions({ record }: { record: Detail }) {
  const acts = useCustomerUserActs();
  return (
    <ThumbBar>
      <RowActions isTall about={record.name} actions={acts.actionsOf(record)} />
      {acts.dialog}
    </ThumbBar>
  );
}

function sideOf(record: Detail) {
  const { last_active_at } = record;
  return [
    { label: t("用户编号"), value: record.user_no },
    { label: t("关联客户"), value: <LinkedCustomer customer={record.customer} /> },
    {
      label: t("收藏 / 浏览 / 询盘"),
      value: `${record.favorite_count} / ${record.view_count} / ${record.inquiry_count}`,
    },
    { label: t("登录次数"), value: record.login_count },
    {
      label: t("最近活跃"),
      value: last_active_at && <span title={formatInstant(last_active_at)}>{formatAge(last_active_at)}</span>,
    },
    { label: t("注册时间"), value: formatInstant(record.registered_at) },
  ];
}

const CustomerUserLogins = ({ total, page }: { total: number; page: Page<BehaviorRow> }) => (
  <BehaviorTab page={page} note={t("累计登录 {total} 次；以下为最近 {days} 天的登录", { total, days: behaviorDays })} />
);
