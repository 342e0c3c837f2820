import { ActionIcon, Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useSearchParams } from "@remix-run/react";
import { IconChevronLeft, IconInfoCircle, IconLock, IconMessages, IconSearchOff } from "@tabler/icons-react";
import { useState } from "react";
import { CallError } from "~/app/api/call-error";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { State } from "~/app/blocks/feedback/states";
import { t } from "~/app/i18n/t";
import { type ChatDetail, chat } from "~/contract/inquiry/chat";
import classes from "./chat.module.css";
import { ChatActs } from "./chat-acts";
import { Composer } from "./composer";
import { MessageList } from "./message-list";
import { visitorName } from "./session-item";
import { useChatChange } from "./use-chat-change";
import { useConversation } from "./use-conversation";
import { useRead } from "./use-read";
import { useVisualHeight } from "./use-visual-height";
import { VisitorCard } from "./visitor-card";
import { Waiting } from "./waiting";

/** Where a conversation would be. */
export function NoChat() {
  return (
    <section className={`${classes.blank} ${basic.surface}`} aria-label={t("会话")}>
      <State icon={IconMessages} title={t("选择一个会话开始回复")} />
    </section>
  );
}

/** One conversation with its visitor's card. If it is somebody else's by now, a note replaces it. */
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
    <section className={`${classes.blank} ${basic.surface}`} aria-label={t("会话")}>
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

interface OpenedProps {
  detail: ChatDetail;
  isPhone: boolean;
  onChanged: () => void;
}

function Opened({ detail, isPhone, onChanged }: OpenedProps) {
  const { conversation, shown } = useConversation(detail.id);
  const close = useClose();
  const [hasCard, setHasCard] = useState(false);
  // Next to a narrow conversation the card has no room.
  const isNarrow = useMediaQuery("(max-width: 1279.98px)", undefined, { getInitialValueInEffect: false }) || isPhone;
  useRead(detail, shown.messages.at(-1)?.id);
  useVisualHeight(isPhone);
  const card = <VisitorCard detail={detail} onChanged={onChanged} />;
  return (
    <>
      <section
        className={isPhone ? classes.whole : `${basic.surface} ${basic.column} ${basic.clipped}`}
        aria-label={t("与{name}的会话", { name: visitorName(detail) })}
      >
        <header className={`${classes.head} ${basic.row} ${basic.gap8x12} ${basic.fixed}`}>
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
        </header>
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

/** Back to the list: the conversation leaves the address. */
function useClose(): () => void {
  const [, setSearch] = useSearchParams();
  return () =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      next.delete("id");
      return next;
    });
}
