import { UnstyledButton } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { IconUser } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { Sheet } from "~/app/blocks/feedback/sheet";
import { lazyPart } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { lastPlace } from "~/app/browser/return-path";
import { t } from "~/app/i18n/t";
import { screenAt } from "~/contract/screens";
import classes from "./frame.module.css";
import { MessageDrawer } from "./message-bell";
import { useTabs } from "./own-tabs";

// Opened by a tap: no other page needs it.
const Mine = lazyPart(() => import("./phone-mine"), "Mine");

interface PhoneTabsProps {
  unread: number;
  onExports: () => void;
  onBatches: () => void;
  onChangePassword: () => void;
  onSignOut: () => void;
}

export function PhoneTabs({ unread, onExports, onBatches, onChangePassword, onSignOut }: PhoneTabsProps) {
  const [isMineOpen, setIsMineOpen] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const { pathname } = useLocation();
  const here = screenAt(pathname)?.path;
  const shown = useTabs();
  const close = () => setIsMineOpen(false);
  return (
    <nav aria-label={t("主菜单")} className={classes.tabs}>
      {shown.map(({ path, label, icon: Icon, segment }) => (
        <Link
          key={path}
          to={lastPlace(path)}
          className={`${classes.tab} ${basic.inset} ${basic.row} ${basic.centered} ${basic.gap2}`}
          aria-current={here && [path, segment].includes(here) ? "page" : undefined}
          onClick={close}
        >
          <Icon size={22} stroke={1.6} aria-hidden />
          <span>{t(label)}</span>
        </Link>
      ))}
      <UnstyledButton
        className={`${classes.tab} ${basic.inset} ${basic.row} ${basic.centered} ${basic.gap2}`}
        onClick={() => setIsMineOpen(true)}
        aria-haspopup="dialog"
      >
        <IconUser size={22} stroke={1.6} aria-hidden />
        <span>{t("我的")}</span>
      </UnstyledButton>
      <Sheet isOpen={isMineOpen} onClose={close} title={t("我的")}>
        <Mine
          unread={unread}
          onLeave={close}
          onRead={() => {
            close();
            setIsReading(true);
          }}
          onExports={() => {
            close();
            onExports();
          }}
          onBatches={() => {
            close();
            onBatches();
          }}
          onChangePassword={() => {
            close();
            onChangePassword();
          }}
          onSignOut={onSignOut}
        />
      </Sheet>
      <MessageDrawer count={unread} isOpen={isReading} onClose={() => setIsReading(false)} />
    </nav>
  );
}
