import { Center, Drawer, Loader, UnstyledButton } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { toast } from "~/app/api/toast";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { CountSign } from "./count-sign";
import classes from "./frame.module.css";

type Panel = ComponentType<{ count: number; onClose: () => void }>;

const load = () => import("./messages/messages-panel").then(({ MessagesPanel }) => MessagesPanel);

/** How many messages wait, and the drawer with them. */
export function MessageBell({ count }: { count: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const label = count ? t("未读消息 {count} 条", { count }) : t("消息");
  const approach = () => void load().catch(() => undefined);
  return (
    <>
      <UnstyledButton
        className={classes.sign}
        aria-label={label}
        title={label}
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

interface MessageDrawerProps {
  count: number;
  isOpen: boolean;
  onClose: () => void;
}

/** The messages; what the drawer holds is fetched when it is first opened. */
export function MessageDrawer({ count, isOpen, onClose }: MessageDrawerProps) {
  const isPhone = useIsPhone();
  const [Panel, setPanel] = useState<Panel>();
  const close = useRef(onClose);
  close.current = onClose;

  // Not by `lazy`, whose failure would take the page away with all that is typed there.
  useEffect(() => {
    if (!isOpen) return;
    load().then(
      (loaded) => setPanel(() => loaded),
      () => {
        close.current();
        toast.error(t("页面资源加载失败，请检查网络后重试。"));
      },
    );
  }, [isOpen]);

  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={isPhone ? "100%" : 440}
      title={t("消息")}
      closeButtonProps={{ "aria-label": t("关闭") }}
    >
      {Panel ? (
        <Panel count={count} onClose={onClose} />
      ) : (
        <Center mih={160}>
          <Loader size="sm" aria-label={t("加载中")} />
        </Center>
      )}
    </Drawer>
  );
}
