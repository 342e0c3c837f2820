import { VisuallyHidden } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import basic from "~/app/basic.module.css";
import { formatMoment } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import type { ChatSession, ChatTab } from "~/contract/inquiry/chat";
import { chatMessageTypes, chatSystemTexts } from "~/contract/inquiry/chat-words";
import classes from "./chat.module.css";
import { Waiting } from "./waiting";

export const visitorName = ({ name, inquiry_no }: Pick<ChatSession, "name" | "inquiry_no">): string =>
  name ?? t("访客{no}", { no: inquiry_no.slice(-4) });

export function SessionItem({ row, tab, isPresent }: { row: ChatSession; tab: ChatTab; isPresent: boolean }) {
  const [search] = useSearchParams();
  const to = new URLSearchParams(search);
  to.set("tab", tab);
  to.set("id", String(row.id));
  const isUnread = row.unread_count > 0 && row.chat_status !== "ended";
  return (
    <li>
      <Link
        to={`?${to}`}
        className={`${classes.session} ${basic.sinks} ${basic.column} ${basic.gap4} ${basic.unlined} ${basic.touch}`}
        data-present={isPresent || undefined}
        aria-current={isPresent ? "true" : undefined}
        preventScrollReset
      >
        <span className={`${basic.row} ${basic.gap8} ${basic.shrinks}`}>
          <strong className={`${basic.cut} ${basic.bold}`}>{visitorName(row)}</strong>
          {row.contact_left ? <Tag color="green">{t("已留资")}</Tag> : null}
          <time
            className={`${basic.fixed} ${basic.pushed} ${basic.dim} ${basic.size12}`}
            dateTime={row.last_message_at ?? row.created_at}
          >
            {formatMoment(row.last_message_at ?? row.created_at)}
          </time>
        </span>
        <span className={`${basic.row} ${basic.gap8} ${basic.shrinks}`}>
          <span className={`${basic.cut} ${basic.grow} ${basic.dim} ${basic.size13}`}>{previewOf(row)}</span>
          {isUnread ? (
            <span className={`${classes.dot} ${basic.fixed} ${basic.size12}`}>
              <span aria-hidden>{row.unread_count > 99 ? "99+" : row.unread_count}</span>
              <VisuallyHidden>{t("{n}条未读", { n: row.unread_count })}</VisuallyHidden>
            </span>
          ) : null}
        </span>
        <span className={`${basic.row} ${basic.gap8} ${basic.shrinks}`}>
          {row.waiting_since ? <Waiting since={row.waiting_since} /> : null}
          {row.assignee && !row.is_mine ? (
            <span className={`${basic.dim} ${basic.size12}`}>{row.assignee.name}</span>
          ) : null}
          {row.satisfaction ? (
            <span className={`${basic.dim} ${basic.size12}`}>{t("评价 {n} 星", { n: row.satisfaction })}</span>
          ) : null}
        </span>
      </Link>
    </li>
  );
}

function previewOf({ last }: ChatSession): string {
  if (!last) return t("（尚未说话）");
  if (last.sender === "system") return t(systemText(last.content));
  return last.type === "text" ? (last.content ?? "") : t("[{type}]", { type: t(chatMessageTypes[last.type]) });
}

export const systemText = (code: string | null): string =>
  (code && Object.hasOwn(chatSystemTexts, code) && chatSystemTexts[code as keyof typeof chatSystemTexts].zh) || ""; // one of its keys
