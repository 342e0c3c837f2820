import { Group } from "@mantine/core";
import { useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import clsx from "clsx";
import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { ageViewer } from "~/app/api/viewer-age";
import basic from "~/app/basic.module.css";
import { ahead, lazyPart } from "~/app/blocks/lazy-part";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { setClientMode, useClientMode } from "~/app/browser/client-mode";
import { changeSetting, persisted, useSetting } from "~/app/browser/persisted";
import { t } from "~/app/i18n/t";
import { useDictionaryAhead } from "~/app/session/scenes";
import { mayOpen, partAt, screenAt } from "~/contract/screens";
import { useProfile, useRefreshViewer } from "../session/viewer-context";
import { BatchDrawer } from "./batch-drawer";
import brandIcon from "./brand.svg?inline";
import { Breadcrumb } from "./breadcrumb";
import { ExportDrawer } from "./export-drawer";
import { PageForbidden } from "./failures";
import classes from "./frame.module.css";
import { HeaderSearch } from "./header-search";
import { AccountMenu, CalendarLink, ColorSchemeSwitch } from "./header-tools";
import { MessageBell } from "./message-bell";
import { type FrameProps, PhoneFrame } from "./phone-frame";
import { ProgressBar } from "./progress-bar";
import { useShortcutHelp } from "./shortcut-help";
import { SideMenu } from "./side-menu";
import { SkipLink } from "./skip-link";
import { useAskedSignOut } from "./use-asked-sign-out";
import { usePresentTitle } from "./use-present-title";
import { useQuickAdd } from "./use-quick-add";
import { useRecordChanges } from "./use-record-changes";
import { useUnread } from "./use-unread";

const FrameLater = lazyPart(ahead(() => import("./frame-later")).load, "FrameLater");
const ChangePassword = lazyPart(() => import("./change-password"), "ChangePassword");

// Most users never need it.
const ClientFrame = lazyPart(() => import("./client-frame"), "ClientFrame");

export function StaffFrame({ children }: { children: ReactNode }) {
  const isClient = useIsForClient();
  useRecordChanges();
  useSelectedKeys();
  useScreenTitle(isClient);
  useAgeing();
  return (
    <>
      <ProgressBar />
      <SkipLink />
      {isClient ? <ClientFrame>{children}</ClientFrame> : <WorkFrame>{children}</WorkFrame>}
    </>
  );
}

function WorkFrame({ children }: { children: ReactNode }) {
  const isPhone = useIsPhone();
  const { signOut, question } = useAskedSignOut();
  const refresh = useRefreshViewer();
  const { must_change_password: isForced } = useProfile();
  const [isChanging, setIsChanging] = useState(false);
  const [isTakingBack, setIsTakingBack] = useState(false);
  const [hasExports, setHasExports] = useState(false);
  const unread = useUnread();
  useDictionaryAhead();
  const help = useShortcutHelp();
  const quickAdd = useQuickAdd();

  const Frame = isPhone ? PhoneFrame : DeskFrame;
  return (
    <>
      <Frame
        unread={unread.totalMail}
        schedules={unread.schedules}
        onShortcuts={help.open}
        onExports={() => setHasExports(true)}
        onBatches={() => setIsTakingBack(true)}
        onChangePassword={() => setIsChanging(true)}
        onSignOut={signOut}
      >
        <FrameLater />
        <Permitted>{children}</Permitted>
      </Frame>
      {question}
      {help.dialog}
      {quickAdd}
      <BatchDrawer isOpen={isTakingBack} onClose={() => setIsTakingBack(false)} />
      <ExportDrawer isOpen={hasExports} onClose={() => setHasExports(false)} />
      {isForced || isChanging ? (
        <ChangePassword
          isForced={isForced}
          onDone={() => {
            setIsChanging(false);
            refresh();
          }}
          onCancel={isForced ? signOut : () => setIsChanging(false)}
        />
      ) : null}
    </>
  );
}

function DeskFrame({ schedules, unread, children, ...account }: FrameProps) {
  const collapsed = useSetting("collapsed");
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <div className={clsx(classes.desk, collapsed && classes.collapsed)}>
      <aside className={`${classes.side} ${basic.column}`}>
        <Group wrap="nowrap" gap={10} flex="none" h={56} px={18} fz={17} fw={700} lts="0.04em">
          <img src={brandIcon} alt="" width={30} height={30} />
          {collapsed ? null : <span>{t("新房工作台")}</span>}
        </Group>
        <div className={basic.grow} style={{ overflow: "hidden auto" }}>
          <SideMenu isCollapsed={collapsed} />
        </div>
        <button
          type="button"
          className={`${basic.plain} ${basic.row} ${basic.centered} ${basic.fixed} ${basic.dim} ${classes.fold} ${basic.inset}`}
          onClick={() => changeSetting({ collapsed: !collapsed })}
          aria-label={collapsed ? t("展开菜单") : t("收起菜单")}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
        </button>
      </aside>
      <header className={`${classes.header} ${basic.row} ${basic.between} ${basic.gap16}`}>
        <Breadcrumb />
        <div className={`${basic.row} ${basic.gap4} ${basic.fixed}`}>
          <HeaderSearch />
          <CalendarLink count={schedules} />
          <MessageBell count={unread} />
          <ColorSchemeSwitch />
          <AccountMenu {...account} />
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </div>
  );
}

function Permitted({ children }: { children: ReactNode }) {
  const { permissions } = useProfile();
  const { pathname } = useLocation();
  const screen = screenAt(pathname);
  const isLeaving = useNavigation().state === "loading";
  if (!screen || mayOpen(screen, permissions)) return children;
  return isLeaving ? null : <PageForbidden />;
}

function useSelectedKeys() {
  const { pathname, search } = useLocation();

  // The persisted state names the selected entry and the open groups (domain S.3): a page opens its group.
  useEffect(() => {
    const screen = screenAt(pathname);
    if (!screen) return;
    const way = [...screen.parents, screen].filter((above) => above.menu);
    const entry = way.filter((above) => above.file).at(-1);
    const { openKeys } = persisted().setting;
    const open = typeof openKeys === "string" ? [openKeys] : openKeys;
    const closed = way.filter((above) => !above.file && !open.includes(above.path)).map((above) => above.path);
    changeSetting({
      ...(entry && { selectedKeys: [partAt({ pathname, search })?.path ?? entry.path] }),
      ...(closed.length > 0 && { openKeys: [...open, ...closed] }),
    });
  }, [pathname, search]);
}

/** 客户模式: an address with `client=1` also starts it, for this tab until it is left. A forced password change comes first. */
function useIsForClient(): boolean {
  const isNamed = useSearchParams()[0].get("client") === "1";
  // Before the first paint.
  useLayoutEffect(() => {
    if (isNamed) setClientMode(true);
  }, [isNamed]);
  const isClient = useClientMode();
  const { must_change_password: isForced } = useProfile();
  return isClient && !isForced;
}

function useScreenTitle(isClient: boolean) {
  const { pathname } = useLocation();
  const present = usePresentTitle();
  const screen = screenAt(pathname);
  // A client's frame has its own.
  const title = screen && !screen.public && !isClient ? present : undefined;

  // The document's title is outside React; see root's `useTitle`.
  useEffect(() => {
    if (title) document.title = `${title} · ${t("新房工作台")}`;
  }, [title]);
}

function useAgeing() {
  // Back at the tab after a while: permissions may have changed. The next navigation asks.
  useEffect(() => {
    document.addEventListener("visibilitychange", ageViewer);
    // A page from the back-forward cache may appear without having been hidden.
    window.addEventListener("pageshow", ageViewer);
    return () => {
      document.removeEventListener("visibilitychange", ageViewer);
      window.removeEventListener("pageshow", ageViewer);
    };
  }, []);
}
