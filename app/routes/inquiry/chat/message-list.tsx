import { Button, Flex } from "@mantine/core";
import { IconAlertCircle, IconArrowDown, IconMoodEmpty } from "@tabler/icons-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { BlockedHint } from "~/app/blocks/feedback/blocked-hint";
import { State } from "~/app/blocks/feedback/states";
import { t } from "~/app/i18n/t";
import type { ChatDetail } from "~/contract/inquiry/chat";
import { chatMessageTypes } from "~/contract/inquiry/chat-words";
import classes from "./chat.module.css";
import type { Conversation, Outgoing, Shown } from "./conversation";
import { Bubble, bubble } from "./message-bubble";

interface MessageListProps {
  detail: ChatDetail;
  conversation: Conversation;
  shown: Shown;
}

const near = 80;

export function MessageList({ detail, conversation, shown }: MessageListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { isAtEnd, hasNews, toEnd, keepPlace } = useEndInSight(box, shown);
  const { messages, outgoing, hasEarlier, isLoaded, hasFailed } = shown;
  async function earlier() {
    setIsAsking(true);
    keepPlace();
    // Without an answer the button stays.
    await conversation.earlier().catch(() => undefined);
    setIsAsking(false);
  }
  if (!isLoaded && hasFailed)
    return (
      <div className={`${classes.messages} ${basic.inset} ${basic.column} ${basic.gap10} ${basic.grow}`}>
        <State icon={IconMoodEmpty} title={t("消息加载失败")}>
          <Button variant="default" onClick={() => conversation.resume()}>
            {t("重试")}
          </Button>
          <BlockedHint />
        </State>
      </div>
    );
  return (
    <Flex flex={1} mih={0} pos="relative">
      <div
        ref={box}
        className={`${classes.messages} ${basic.inset} ${basic.column} ${basic.gap10} ${basic.grow}`}
        role="log"
        aria-live="polite"
        aria-busy={!isLoaded}
        aria-label={t("消息")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
        tabIndex={0}
      >
        {hasEarlier ? (
          <Button
            variant="subtle"
            size="compact-sm"
            mx="auto"
            flex="none"
            loading={isAsking}
            onClick={() => void earlier()}
          >
            {t("更早的消息")}
          </Button>
        ) : null}
        {messages.map((message, index) => (
          <Bubble
            key={message.id}
            message={message}
            before={messages[index - 1]}
            visitor={detail.name}
            onStale={() => void conversation.renewFiles()}
          />
        ))}
        {outgoing.map((one) => (
          <OutgoingBubble key={one.key} one={one} conversation={conversation} />
        ))}
      </div>
      {hasNews && !isAtEnd ? (
        <Button
          size="compact-sm"
          radius="xl"
          pos="absolute"
          right={16}
          bottom={12}
          rightSection={<IconArrowDown size={14} aria-hidden />}
          onClick={toEnd}
        >
          {t("有新消息")}
        </Button>
      ) : null}
    </Flex>
  );
}

function useEndInSight(box: React.RefObject<HTMLDivElement>, { messages, outgoing }: Shown) {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [hasNews, setHasNews] = useState(false);
  const atEnd = useRef(true);
  const kept = useRef<number>();
  const lastId = messages.at(-1)?.id;

  const toEnd = () => {
    const { current } = box;
    if (current) current.scrollTop = current.scrollHeight;
    setHasNews(false);
  };
  // Before it is painted: what one reads must not jump.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what was added that moves the place.
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    if (kept.current !== undefined) {
      current.scrollTop = current.scrollHeight - kept.current;
      kept.current = undefined;
    } else if (atEnd.current) toEnd();
    else setHasNews(true);
  }, [lastId, messages.length, outgoing.length]);

  // Where one has scrolled to, and how high the box is with the keyboard open, only the browser knows.
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const look = () => {
      atEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < near;
      setIsAtEnd(atEnd.current);
      if (atEnd.current) setHasNews(false);
    };
    const follow = () => {
      if (atEnd.current) current.scrollTop = current.scrollHeight;
    };
    current.addEventListener("scroll", look, { passive: true });
    const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(follow);
    observer?.observe(current);
    // Pictures come later.
    current.addEventListener("load", follow, true);
    return () => {
      current.removeEventListener("scroll", look);
      current.removeEventListener("load", follow, true);
      observer?.disconnect();
    };
  }, [box]);

  const keepPlace = () => {
    const { current } = box;
    kept.current = current ? current.scrollHeight - current.scrollTop : undefined;
  };
  return { isAtEnd, hasNews, toEnd, keepPlace };
}

function OutgoingBubble({ one, conversation }: { one: Outgoing; conversation: Conversation }) {
  const { key, say, problem, isRefused } = one;
  return (
    <div
      className={`${classes.row} ${basic.column} ${basic.top} ${basic.gap4} ${basic.relative}`}
      data-own
      data-state={problem === undefined ? "sending" : "failed"}
    >
      <p className={bubble}>
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
