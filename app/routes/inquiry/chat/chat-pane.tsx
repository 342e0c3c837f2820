import { ActionIcon, Button, Group } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconChevronLeft, IconInfoCircle, IconLock, IconMessages, IconSearchOff } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { call } from "~/app/api/call";
import { CallError } from "~/app/api/call-error";
import { onTopic } from "~/app/api/events";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { State } from "~/app/blocks/feedback/states";
import { useLatest } from "~/app/blocks/use-latest";
import { useSetAddress } from "~/app/blocks/use-set-address";
import { t } from "~/app/i18n/t";
import { type ChatDetail, chat } from "~/contract/inquiry/chat";
import { ChatEvent } from "~/contract/inquiry/chat-words";
import classes from "./chat.module.css";
import { ChatActs } from "./chat-acts";
import { Composer } from "./composer";
import { MessageList } from "./message-list";
import { visitorName } from "./session-item";
import { useConversation } from "./use-conversation";
import { VisitorCard } from "./visitor-card";
import { Waiting } from "./waiting";

const pollEvery = 15_000;

export const NoChat = () => (
  <section className={basic.surface} style={{ gridColumn: "2 / -1" }} aria-label={t("会话")}>
    <State icon={IconMessages} title={t("选择一个会话开始回复")} />
  </section>
);

export function ChatPane({ id, isPhone }: { id: number; isPhone: boolean }) {
  const asked = useCall(chat.get, { params: { id } });
  useChatChange(id, asked.again);
  const { answer, error } = asked;
  const problem = error instanceof CallError && (error.status === 403 || error.status === 404) ? error : undefined;
  if (problem) return <Gone isHidden={problem.status === 403} />;
  return (
    <AsyncPart {...asked} hasFailed={asked.hasFailed && !answer}>
      {(detail) => <Opened detail={detail} isPhone={isPhone} onChanged={asked.again} />}
    </AsyncPart>
  );
}

function Gone({ isHidden }: { isHidden: boolean }) {
  const close = useClose();
  return (
    <section className={basic.surface} style={{ gridColumn: "2 / -1" }} aria-label={t("会话")}>
      <State
        icon={isHidden ? IconLock : IconSearchOff}
        title={isHidden ? t("该会话已由其他同事接待") : t("该会话不存在或已删除")}
      >
        <Button variant="default" onClick={close}>
          {t("返回会话列表")}
        </Button>
      </State>
    </section>
  );
}

function Opened({ detail, isPhone, onChanged }: { detail: ChatDetail; isPhone: boolean; onChanged: () => void }) {
  const { conversation, shown } = useConversation(detail.id);
  const close = useClose();
  const [hasCard, setHasCard] = useState(false);
  // Next to a narrow conversation the card has no room.
  const isNarrow = useMediaQuery("(max-width: 1279.98px)", undefined, { getInitialValueInEffect: false }) || isPhone;
  useRead(detail, shown.messages.at(-1)?.id);
  const card = <VisitorCard detail={detail} onChanged={onChanged} />;
  return (
    <>
      <section
        className={isPhone ? classes.whole : `${basic.surface} ${basic.column} ${basic.clipped}`}
        aria-label={t("与{name}的会话", { name: visitorName(detail) })}
      >
        <Group component="header" wrap="nowrap" gap="8px 12px" className={`${classes.head} ${basic.fixed}`}>
          {isPhone ? (
            <ActionIcon variant="subtle" color="gray" size={44} aria-label={t("返回会话列表")} onClick={close}>
              <IconChevronLeft size={22} aria-hidden />
            </ActionIcon>
          ) : null}
          <h2 className={`${basic.cut} ${basic.flat} ${basic.size16} ${basic.bold}`}>{visitorName(detail)}</h2>
          {detail.waiting_since ? <Waiting since={detail.waiting_since} /> : null}
          {isPhone ? null : <ChatActs detail={detail} onChanged={onChanged} onGone={close} />}
          {isNarrow ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              className={basic.pushed}
              aria-label={t("访客资料")}
              onClick={() => setHasCard(true)}
            >
              <IconInfoCircle size={22} stroke={1.6} aria-hidden />
            </ActionIcon>
          ) : null}
        </Group>
        <MessageList detail={detail} conversation={conversation} shown={shown} />
        <Composer detail={detail} conversation={conversation} />
      </section>
      {isNarrow ? (
        <SideDrawer
          opened={hasCard}
          onClose={() => setHasCard(false)}
          position={isPhone ? "bottom" : "right"}
          size={isPhone ? "85%" : 360}
          title={t("访客资料")}
        >
          {isPhone ? <ChatActs detail={detail} onChanged={onChanged} onGone={close} /> : null}
          {card}
        </SideDrawer>
      ) : (
        <aside className={`${classes.card} ${basic.surface} ${basic.column}`} aria-label={t("访客资料")}>
          {card}
        </aside>
      )}
    </>
  );
}

function useClose(): () => void {
  const setAddress = useSetAddress();
  return () => setAddress({ id: undefined }, { preventScrollReset: false });
}

function useChatChange(id: number, onChange: () => void): void {
  const change = useLatest(onChange);
  // What others do comes without a navigation.
  useEffect(() => {
    let isLive = false;
    let wasLost = false;
    const stop = onTopic({
      topic: "chat",
      onEvent: (data) => ChatEvent.safeParse(data).data?.inquiry_id === id && change(),
      onLive: (isNow) => {
        if (isNow && wasLost) change();
        wasLost = !isNow;
        isLive = isNow;
      },
    });
    const timer = setInterval(() => {
      if (!isLive && document.visibilityState === "visible") change();
    }, pollEvery);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [id, change]);
}

/** Tells that one's own conversation has been read, as far as it is shown: now, and when the tab comes into sight again. */
function useRead({ id, is_mine, unread_count }: ChatDetail, lastId: number | undefined): void {
  const tell = useLatest(() => {
    if (!is_mine || unread_count === 0 || document.visibilityState !== "visible") return;
    // Unread as before, it is told with the next word.
    call(chat.read, { params: { id } }, { silent: true }).catch(() => undefined);
  });
  // What one reads is no click.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further word is read anew.
  useEffect(() => {
    tell();
    document.addEventListener("visibilitychange", tell);
    return () => document.removeEventListener("visibilitychange", tell);
  }, [tell, is_mine, lastId, unread_count]);
}
