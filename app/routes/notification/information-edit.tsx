import { Button, Group, Stack, Text } from "@mantine/core";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { loaderOf } from "~/app/api/load";
import basic from "~/app/basic.module.css";
import { formatInstant, joined } from "~/app/blocks/detail/format";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { DesktopOnly } from "~/app/blocks/feedback/desktop-only";
import { State } from "~/app/blocks/feedback/states";
import panel from "~/app/blocks/form/form-panel.module.css";
import { Link } from "~/app/blocks/link";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { type NotificationDetail, notificationScreens } from "~/contract/notification/notification";
import { NotificationTag } from "./notification-cells";
import { type Next, NotificationForm } from "./notification-editor";
import { formPath, listPath, receiptsPath } from "./paths";
import { isBegun } from "./stages";
import { useNotificationActs } from "./use-notification-acts";

export const clientLoader = loaderOf(notificationScreens["/notification/information-list/information-edit"]);
export { write as clientAction } from "~/app/api/writes";

export default function InformationEdit() {
  const { record, channels } = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  // As it was opened: what is typed stays when a window becomes narrow.
  const [isPhone] = useState(useIsPhone());
  const leave = () => navigate(listPath);
  const acts = useNotificationActs({ place: "form", onGone: leave });

  function follow(next: Next, id: number, at: string | undefined) {
    if (next === "test") acts.test(id);
    if (next === "send") acts.send(id, at);
    if (!record) navigate(formPath(id), { replace: true });
  }
  if (isPhone)
    return (
      <>
        <ScreenHeading />
        <DesktopOnly backTo={record ? receiptsPath(record.id) : listPath} />
      </>
    );
  return (
    <Stack maw={1320}>
      <ScreenHeading />
      {record ? (
        <Group component="header" gap="8px 12px" justify="space-between">
          <Text component="h2" fz={18} fw={700} flex="0 1 100%" className={basic.anywhere}>
            {record.title}
          </Text>
          <Group component="span" gap="4px 10px" flex={1} c="dimmed" fz={13}>
            <NotificationTag {...record} />
            {standingOf(record)}
          </Group>
          <RowActions actions={acts.actionsOf(record)} about={record.title} isTall />
        </Group>
      ) : null}
      <section className={panel.panel} aria-label={record?.title ?? t("写通知")}>
        {record && !record.can.edit ? (
          <Locked {...record} />
        ) : (
          <NotificationForm
            key={record?.id}
            {...{ record, channels }}
            pending={acts.pending}
            onSaved={follow}
            onCancel={leave}
          />
        )}
      </section>
      {acts.dialog}
    </Stack>
  );
}

const standingOf = ({ status, send_at, updated_by, updated_at }: NotificationDetail): string =>
  joined(
    status === "scheduled" && send_at ? t("将于{at}发送", { at: formatInstant(send_at) }) : "",
    status === "paused" ? t("修改只影响恢复后的发送") : "",
    t("{by} {at}更新", { by: updated_by?.name ?? "", at: formatInstant(updated_at) }),
  );

function Locked(record: NotificationDetail) {
  const { id, status } = record;
  if (status === "scheduled")
    return <State icon={IconLock} title={t("待发送的通知不能修改")} detail={t("取消定时后回到草稿，可以修改。")} />;
  if (status === "repeating")
    return <State icon={IconLock} title={t("重复中的通知不能修改")} detail={t("暂停后可以修改，只影响之后的发送。")} />;
  if (status === "ended")
    return <State icon={IconLock} title={t("已结束的重复不能修改")} detail={t("可以复制一份，修改后另行发送。")} />;
  if (!isBegun(record)) return <State icon={IconLock} title={t("您没有编辑该内容的权限")} />;
  return (
    <State icon={IconLock} title={t("发送后的通知不能修改")} detail={t("可以复制一份，修改后另行发送。")}>
      <Button component={Link} to={receiptsPath(id)} variant="default">
        {t("查看发送明细")}
      </Button>
    </State>
  );
}
