import { useLoaderData, useRevalidator } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { statesOf } from "~/app/blocks/list/list-tabs";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useTopics } from "~/app/blocks/use-topics";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { siteFigures } from "~/contract/content/site-figures";
import { mayCall } from "~/contract/endpoint";
import { NotificationRow, notification, notificationScreens } from "~/contract/notification/notification";
import { notificationStatuses } from "~/contract/notification/notification-kinds";
import {
  audienceWords,
  channelWords,
  NotificationFigures,
  NotificationTag,
  NotificationTitle,
  sendWords,
} from "./notification-cells";
import { formPath, receiptsPath } from "./paths";
import { isBegun } from "./stages";
import { useNotificationActs } from "./use-notification-acts";

export const clientLoader = loaderOf(notificationScreens["/notification/information-list"]);
export { write as clientAction } from "~/app/api/writes";

const ReceiptsDrawer = lazyPart(() => import("./receipts-drawer"), "ReceiptsDrawer");

const list: List<NotificationRow> = {
  name: "notification",
  endpoint: notification.list,
  columns: columnsOf(
    NotificationRow,
    [
      { key: "title", width: 224, render: (row) => <NotificationTitle {...row} /> },
      { key: "type", width: 84 },
      { key: "audience", width: 124, render: audienceWords },
      { key: "channels", width: 124, render: (row) => <span title={channelWords(row)}>{channelWords(row)}</span> },
      { key: "send_at", width: 132, render: sendWords },
      {
        key: "target_count",
        label: "目标/送达/已读",
        figure: siteFigures.told,
        width: 180,
        align: undefined,
        render: (row) => <NotificationFigures {...row} />,
        brief: (row) => <NotificationFigures {...row} isNamed />,
      },
      { key: "status", width: 80, render: (row) => <NotificationTag {...row} /> },
    ],
    ["read_count", "created_by", "created_at", "updated_at"],
  ),
  filters: filtersOf(notification.list, NotificationRow, [
    { name: "keyword", label: "标题" },
    "type",
    "audience",
    { name: "send", by: "send_at", label: "发送时间" },
  ]),
  card: { tags: ["status"], text: "target_count", facts: ["audience", "channels"], time: "send_at" },
  title: "title",
  nameOf: ({ title }) => title,
  linkOf: (row) => (isBegun(row) || !row.can.edit ? receiptsPath(row.id) : formPath(row.id)),
  empty: "还没有通知",
};

const readOnly: List<NotificationRow> = { ...list, linkOf: ({ id }) => receiptsPath(id) };

const tabs = statesOf(notificationStatuses);

export default function InformationList() {
  const { page, record, receipts } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const acts = useNotificationActs();
  const isPhone = useIsPhone();
  useComing(page.list);
  return (
    <>
      <ListPage
        list={isPhone ? readOnly : list}
        page={page}
        tabs={tabs}
        rowActions={acts.actionsOf}
        create={
          mayCall(profile, notification.create) && !isPhone ? (
            <CreateButton label={t("写通知")} to={formPath()} />
          ) : null
        }
      />
      {record && receipts ? <ReceiptsDrawer key={record.id} {...{ record, receipts }} /> : null}
      {acts.dialog}
    </>
  );
}

function useComing(rows: readonly NotificationRow[]): void {
  const { revalidate } = useRevalidator();
  const coming = rows.filter(({ status }) => ["scheduled", "sending", "repeating"].includes(status));
  useTopics(coming.map(({ id }) => `notification:${id}`).join(), revalidate);
}
