import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { formatInstant } from "~/app/blocks/detail/format";
import { Link } from "~/app/blocks/link";
import { noticeIn } from "~/app/features/notice/notice-address";
import { t } from "~/app/i18n/t";
import type { MessageRow } from "~/contract/shared/message";
import { messageCategories } from "~/contract/shared/message-category";
import classes from "./messages.module.css";

interface ItemProps {
  row: MessageRow;
  onRead: () => void;
  /** It is a notification, which is read where one is. */
  onOpen: (notice: number) => void;
  onRemove: () => void;
  /** It leads to its page, and the drawer closes. */
  onLeave: () => void;
}

/** One message: what it says, since when, and what may be done with it. */
export function MessageItem({ row, onRead, onOpen, onRemove, onLeave }: ItemProps) {
  const { title, content, link, read_at, created_at, level } = row;
  const isUnread = read_at === null;
  const notice = noticeIn(link);
  const category = messageCategories[row.category as keyof typeof messageCategories] ?? row.category;
  return (
    <li className={classes.item} data-unread={isUnread || undefined}>
      <div className={classes.head}>
        {isUnread ? (
          <span className={classes.dot} data-warning={level === "warning" || undefined}>
            <VisuallyHidden>{t("未读")}</VisuallyHidden>
          </span>
        ) : null}
        <span className={classes.title}>{title}</span>
        <time className={classes.time} dateTime={created_at}>
          {formatInstant(created_at)}
        </time>
      </div>
      {content ? <p className={classes.content}>{content}</p> : null}
      <div className={classes.foot}>
        <span className={classes.category}>{t(category)}</span>
        {notice ? (
          <UnstyledButton
            className={classes.act}
            aria-label={t("查看：{title}", { title })}
            onClick={() => {
              if (isUnread) onRead();
              onOpen(notice);
            }}
          >
            {t("查看")}
          </UnstyledButton>
        ) : link ? (
          <Link
            to={link}
            className={classes.act}
            aria-label={t("查看：{title}", { title })}
            onClick={() => {
              if (isUnread) onRead();
              onLeave();
            }}
          >
            {t("查看")}
          </Link>
        ) : null}
        {isUnread ? (
          <UnstyledButton className={classes.act} aria-label={t("已读：{title}", { title })} onClick={onRead}>
            {t("已读")}
          </UnstyledButton>
        ) : null}
        <UnstyledButton
          className={classes.act}
          data-danger
          aria-label={t("删除：{title}", { title })}
          onClick={onRemove}
        >
          {t("删除")}
        </UnstyledButton>
      </div>
    </li>
  );
}
