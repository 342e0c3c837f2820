import { Text, UnstyledButton } from "@mantine/core";
import { useLocation, useNavigate } from "@remix-run/react";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { mayOpen, screenAt } from "~/contract/screens";
import { useProfile } from "../session/viewer-context";
import classes from "./frame.module.css";
import { HeaderSearch } from "./header-search";
import { CalendarLink } from "./header-tools";
import { MessageBell } from "./message-bell";
import { PhoneTabs } from "./phone-tabs";
import { usePresentTitle } from "./use-present-title";

export interface FrameProps {
  schedules: number;
  unread: number;
  onShortcuts: () => void;
  onExports: () => void;
  onBatches: () => void;
  onChangePassword: () => void;
  onSignOut: () => void;
  children: ReactNode;
}

export function PhoneFrame({ schedules, unread, children, onShortcuts: _, ...account }: FrameProps) {
  const title = usePresentTitle();
  const { pathname, key } = useLocation();
  const navigate = useNavigate();
  const { permissions } = useProfile();
  // A page below a list has its own bar at the thumb in the place of the tabs.
  const list = listAbove(pathname, permissions);
  const goBack = () => (key === "default" ? navigate(list ?? "/") : navigate(-1));
  return (
    <div className={classes.phone}>
      <header className={`${classes.header} ${basic.row} ${basic.between} ${basic.gap8}`}>
        {list ? (
          <UnstyledButton
            className={`${classes.back} ${basic.inlineRow} ${basic.centered}`}
            aria-label={t("返回")}
            onClick={goBack}
          >
            <IconArrowLeft size={22} stroke={1.6} aria-hidden />
          </UnstyledButton>
        ) : null}
        <Text component="span" fz={18} fw={600} truncate>
          {title ?? t("新房工作台")}
        </Text>
        <div className={`${basic.row} ${basic.gap4} ${basic.fixed} ${basic.pushed}`}>
          <HeaderSearch isPhone />
          <CalendarLink count={schedules} />
          <MessageBell count={unread} />
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      {list ? null : <PhoneTabs unread={unread} {...account} />}
    </div>
  );
}

/** The list that a page which is not in the menu belongs to. */
function listAbove(pathname: string, permissions: readonly string[]): string | undefined {
  const screen = screenAt(pathname);
  const parent = screen?.menu ? undefined : screen?.parents.at(-1);
  return [parent, ...(parent?.children ?? [])].find((one) => one?.file && one.menu && mayOpen(one, permissions))?.path;
}
