import { ActionIcon, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { formatInstant, formatMoment } from "~/app/blocks/detail/format";
import { Link } from "~/app/blocks/link";
import { noticeIn } from "~/app/features/notice/notice-address";
import { t } from "~/app/i18n/t";
import type { MessageRow } from "~/contract/shared/message";
import classes from "./messages.module.css";

interface ItemProps {
  row: MessageRow;
  onRead: () => void;
  onOpen: (notice: number) => void;
  onRemove: () => void;
  onLeave: () => void;
}

export function MessageItem({ row, onRead, onOpen, onRemove, onLeave }: ItemProps) {
  const { title, content, link, read_at, created_at, level } = row;
  const [isUnfolded, setIsUnfolded] = useState(false);
  const isUnread = read_at === null;
  const notice = noticeIn(link);
  const open = (then: () => void) => () => {
    if (isUnread) onRead();
    then();
  };
  const line = {
    className: `${basic.unlined} ${basic.row} ${basic.gap8} ${basic.shrinks} ${basic.finger}`,
    title: isUnfolded ? undefined : [title, content].filter(Boolean).join("\n"),
    children: (
      <>
        <span className={classes.dot} data-level={isUnread ? level : undefined}>
          {isUnread ? <VisuallyHidden>{t("未读")}</VisuallyHidden> : null}
        </span>
        <span className={`${basic.cut} ${basic.grow}`}>
          <span className={isUnread ? basic.bold : undefined}>{title}</span>
          {content && !isUnfolded ? (
            <span className={basic.dim} style={{ marginLeft: 8 }}>
              {content}
            </span>
          ) : null}
        </span>
        <time
          className={`${basic.fixed} ${basic.dim} ${basic.size12}`}
          dateTime={created_at}
          title={formatInstant(created_at)}
        >
          {formatMoment(created_at)}
        </time>
      </>
    ),
  };
  return (
    <li className={`${basic.sinks} ${classes.item}`}>
      {link && !notice ? (
        <Link {...line} to={link} onClick={open(onLeave)} />
      ) : (
        <UnstyledButton
          {...line}
          aria-expanded={notice ? undefined : isUnfolded}
          onClick={open(() => (notice ? onOpen(notice) : setIsUnfolded(!isUnfolded)))}
        />
      )}
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="gray"
        aria-label={t("删除：{title}", { title })}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
      {isUnfolded && content ? (
        <p className={`${classes.whole} ${basic.flat} ${basic.wide} ${basic.anywhere}`}>{content}</p>
      ) : null}
    </li>
  );
}
