import "@mantine/core/styles/baseline.css";
import "@mantine/core/styles/default-css-variables.css";
import "@mantine/core/styles/global.css";
import "@mantine/core/styles/UnstyledButton.css";
import "@mantine/core/styles/VisuallyHidden.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/ScrollArea.css";
import "@mantine/core/styles/Group.css";
import "@mantine/core/styles/Loader.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Flex.css";
import "@mantine/core/styles/Center.css";
import "@mantine/core/styles/Stack.css";
import "@mantine/core/styles/ActionIcon.css";
import "@mantine/core/styles/Button.css";
import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/CheckboxCard.css";
import "@mantine/core/styles/CheckboxIndicator.css";
import "@mantine/core/styles/Drawer.css";
import "@mantine/core/styles/Indicator.css";
import "@mantine/core/styles/Menu.css";
import "@mantine/core/styles/Mark.css";
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/Notification.css";
import "@mantine/core/styles/PasswordInput.css";
import "@mantine/core/styles/SimpleGrid.css";
import "@mantine/core/styles/Skeleton.css";
import "@mantine/core/styles/Text.css";
import "@mantine/core/styles/Anchor.css";
import "@mantine/core/styles/Title.css";
import "@mantine/core/styles/Tooltip.css";
import "@mantine/notifications/styles.css";
import "./global.css";
import "./basic.module.css";
import { MantineProvider, mantineHtmlProps } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import {
  type ClientLoaderFunctionArgs,
  Meta,
  type MetaFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
  useRouteError,
} from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { publicScreenAt } from "~/contract/public-screens";
import { isChunkLoadError } from "~/remix/chunk-load-error";
import { FirstFrame, firstFrameStyle } from "~/remix/first-frame";
import { headScript } from "~/remix/head-script";
import { isAnothers, token } from "./api/cookie";
import { dropFirstReplies } from "./api/first-reply";
import { endTab } from "./api/other-person";
import { consumeIsCached } from "./api/seen-pages";
import { onOtherTab } from "./browser/persisted";
import { provideRouter, routerAccess } from "./browser/router-access";
import { forgetSession } from "./browser/session-memory";
import { fontFaces, fontFamily } from "./fonts";
import { t } from "./i18n/t";
// Inlined: it is too small for a request.
import brandIcon from "./layout/brand.svg?inline";
import { ChunkLoadFailure, UnexpectedError } from "./layout/failures";
import { colorSchemeManager } from "./session/color-scheme";
import { guard } from "./session/guard";
import { cssVariables, theme } from "./theme";

// The splat is that of not-found.tsx.
export const clientLoader = ({ request, params }: ClientLoaderFunctionArgs) =>
  guard(request, params["*"] === undefined);

// The access rule costs nothing and must notice a cookie that has gone meanwhile.
export const shouldRevalidate = () => true;

export const meta: MetaFunction = () => [{ title: t("新房工作台") }];

export const Layout = ({ children }: { children: ReactNode }) => (
  <html lang="zh-CN" {...mantineHtmlProps}>
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="theme-color" content="#257fff" />
      <meta name="robots" content="noindex" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, whose hash the server puts into the CSP. */}
      <script dangerouslySetInnerHTML={{ __html: headScript }} />
      <link rel="icon" href={brandIcon} type="image/svg+xml" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours. */}
      <style dangerouslySetInnerHTML={{ __html: `${fontFaces}${firstFrameStyle(brandIcon, fontFamily)}` }} />
      <Meta />
    </head>
    <body>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        <Notifications position="bottom-center" limit={4} />
        {children}
      </MantineProvider>
      <ScrollRestoration />
      <Scripts />
    </body>
  </html>
);

export default function App() {
  useRouterForOthers();
  usePersonOfTabs();
  useRefresh();
  useTitle();
  // Once the first page is shown, early answers that were not used are old.
  useEffect(dropFirstReplies, []);
  return <Outlet />;
}

export const HydrateFallback = () => <FirstFrame product={t("新房工作台")} label={t("加载中")} />;

export function ErrorBoundary() {
  const error = useRouteError();
  return isChunkLoadError(error) ? <ChunkLoadFailure error={error} /> : <UnexpectedError error={error} />;
}

function useRouterForOthers() {
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { revalidate, state } = useRevalidator();
  const isIdle = navigation.state === "idle" && state === "idle";

  // The HTTP client and the browser's own events live outside React and need the router.
  useEffect(() => {
    let asked: ReturnType<typeof setTimeout> | undefined;
    // Later and once: the loaders that a revalidation runs may ask again before this effect knows of it.
    const checkAccess = () => {
      if (!isIdle || asked) return;
      asked = setTimeout(() => {
        asked = undefined;
        revalidate();
      });
    };
    // A page out of the back-forward cache may show what the visitor has signed out of.
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) checkAccess();
    };
    const takeBack = provideRouter({ toLogin: () => navigate("/login", { replace: true }), checkAccess });
    window.addEventListener("pageshow", onPageShow);
    return () => {
      clearTimeout(asked);
      takeBack();
      window.removeEventListener("pageshow", onPageShow);
    };
  }, [navigate, revalidate, isIdle]);
}

/** Signing out and in reaches all tabs through their shared state; a tab that was asleep checks when it becomes visible. */
function usePersonOfTabs() {
  useEffect(() => {
    const check = () => {
      if (isAnothers()) return void endTab();
      if (token() || publicScreenAt(window.location.pathname)) return;
      forgetSession();
      routerAccess()?.checkAccess();
    };
    const onSeen = () => document.visibilityState === "visible" && check();
    const stop = onOtherTab(check);
    document.addEventListener("visibilitychange", onSeen);
    window.addEventListener("focus", check);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", onSeen);
      window.removeEventListener("focus", check);
    };
  }, []);
}

function useRefresh() {
  const { key } = useLocation();
  const { state } = useNavigation();
  const { revalidate } = useRevalidator();

  // A page shown from the cache is refreshed as soon as it is shown; only the router knows when.
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer from memory may leave no state between two pages.
  useEffect(() => {
    if (state === "idle" && consumeIsCached()) revalidate();
  }, [key, state, revalidate]);
}

function useTitle() {
  const { pathname } = useLocation();

  // Remix gives root's meta no more than root's own match. A staff screen's frame knows its menu title, the 404 page its own name.
  useEffect(() => {
    const screen = publicScreenAt(pathname);
    if (screen) document.title = `${t(screen.title)} · ${t("新房工作台")}`;
  }, [pathname]);
}
