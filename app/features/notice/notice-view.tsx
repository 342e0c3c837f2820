import { Anchor, Group } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useEffect, useMemo } from "react";
import { announceWrite } from "~/app/api/written";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { useCall } from "~/app/blocks/detail/use-async";
import { DrawerAnswer } from "~/app/blocks/list/row/row-drawer";
import { t } from "~/app/i18n/t";
import { notification } from "~/contract/notification/notification";
import { type NotificationType, notificationTypes } from "~/contract/notification/notification-kinds";
import classes from "./notice.module.css";
import { readable } from "./readable";
import { RichFrame } from "./rich-frame";

interface NoticeBodyProps {
  title: string;
  type: NotificationType;
  /** When it arrived; nothing in a preview. */
  at: string | null;
  cover: string | null;
  link_url: string | null;
  /** By which the link is reached, where clicks count. */
  click_url?: string | null;
  /** As `readable` gives it. */
  html: string;
}

export const NoticeBody = ({ title, type, at, cover, link_url, click_url, html }: NoticeBodyProps) => (
  <article className={`${basic.column} ${basic.gap10} ${basic.shrinks}`} aria-label={title}>
    <h3 className={`${basic.flat} ${basic.anywhere} ${basic.bold} ${classes.title}`}>{title}</h3>
    <Group component="p" gap="4px 10px" c="dimmed" fz={13} m={0}>
      <Tag color="cyan">{t(notificationTypes[type])}</Tag>
      {at ? <time dateTime={at}>{formatInstant(at)}</time> : null}
    </Group>
    {cover ? <img src={cover} alt="" className={`${basic.full} ${basic.rounded} ${classes.cover}`} /> : null}
    <RichFrame title={t("通知正文")} html={html} />
    {link_url ? (
      <Anchor
        href={click_url ?? link_url}
        target="_blank"
        rel="noopener"
        className={`${basic.wrap} ${basic.finger}`}
        style={{ gap: "0 6px" }}
      >
        {t("打开链接")} <IconExternalLink size={16} aria-hidden />
        <span className={`${basic.full} ${basic.anywhere} ${basic.dim} ${basic.size12}`}>{link_url}</span>
      </Anchor>
    ) : null}
  </article>
);

export function NoticeView({ id }: { id: number }) {
  const notice = useCall(notification.mine, { params: { id } });
  const { answer } = notice;
  const content = answer?.content ?? "";
  // The server has marked it as read.
  useEffect(() => {
    if (answer) announceWrite();
  }, [answer]);
  const html = useMemo(() => readable(content), [content]);
  return (
    <DrawerAnswer {...notice}>
      {({ sent_at, ...shown }) => <NoticeBody {...shown} at={sent_at} html={html} />}
    </DrawerAnswer>
  );
}
