import { Button } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { chatMessageTypes } from "~/contract/inquiry/chat-words";
import classes from "./chat.module.css";
import type { Conversation, Outgoing } from "./conversation";

/** What is on its way; where it could not be sent, why, and the way to send it again or to leave it. */
export function OutgoingBubble({ one, conversation }: { one: Outgoing; conversation: Conversation }) {
  const { key, say, problem, isRefused } = one;
  return (
    <div
      className={`${classes.row} ${basic.column} ${basic.top} ${basic.gap4} ${basic.relative}`}
      data-own
      data-state={problem === undefined ? "sending" : "failed"}
    >
      <p className={classes.bubble}>
        {say.type === "text" ? say.content : t("[{type}]", { type: t(chatMessageTypes[say.type]) })}
      </p>
      {problem === undefined ? (
        <span className={`${basic.dim} ${basic.size12}`} role="status">
          {t("发送中…")}
        </span>
      ) : (
        <span className={`${basic.wrap} ${basic.gap4} ${basic.error} ${basic.size12}`} role="alert">
          <IconAlertCircle size={14} aria-hidden />
          {isRefused ? t("未发送：{why}", { why: problem }) : t("发送失败，恢复后自动重发")}
          <Button variant="subtle" size="compact-xs" onClick={() => conversation.retry(key)}>
            {t("重发")}
          </Button>
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => conversation.discard(key)}>
            {t("删除")}
          </Button>
        </span>
      )}
    </div>
  );
}
