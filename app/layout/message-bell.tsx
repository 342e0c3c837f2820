import { UnstyledButton } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { CountSign, countText } from "./count-sign";
import classes from "./frame.module.css";
import { LazyDrawer } from "./lazy-drawer";

const load = () => import("./messages/messages-panel").then(({ MessagesPanel }) => MessagesPanel);

export function MessageBell({ count }: { count: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const named = (shown: string) => (count ? t("未读消息 {count} 条", { count: shown }) : t("消息"));
  const approach = () => void load().catch(() => undefined);
  return (
    <>
      <UnstyledButton
        className={`${classes.sign} ${basic.inlineRow} ${basic.centered} ${basic.dim}`}
        aria-label={named(countText(count))}
        title={named(String(count))}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        onMouseEnter={approach}
        onFocus={approach}
      >
        <CountSign count={count} icon={IconBell} />
      </UnstyledButton>
      <MessageDrawer count={count} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

export const MessageDrawer = ({ count, isOpen, onClose }: { count: number; isOpen: boolean; onClose: () => void }) => (
  <LazyDrawer
    isOpen={isOpen}
    onClose={onClose}
    title={t("消息")}
    width={480}
    load={load}
    panelProps={{ count, onClose }}
  />
);
