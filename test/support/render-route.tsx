import { MantineProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { Outlet, type ShouldRevalidateFunction, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { act, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, useState } from "react";
import { vi } from "vitest";
import { clearToken, keepToken } from "~/app/api/cookie";
import { markViewerStale } from "~/app/api/viewer-age";
import { useBackCloses } from "~/app/blocks/feedback/use-back-closes";
import { SlotProvider } from "~/app/blocks/slots";
import { changeSetting } from "~/app/browser/persisted";
import { slots } from "~/app/features/slots";
import type { Viewer } from "~/app/session/viewer";
import { ViewerProvider } from "~/app/session/viewer-context";
import { cssVariables, theme } from "~/app/theme";
import { user as contract } from "~/contract/personal/user";
import { depthOf, useRouter } from "~/remix/overlay-entries";
import type { testApi } from "./api";
import { callLine, keepDriven } from "./driven";
import { presentTurn } from "./turn";

type Stubbed = NonNullable<Parameters<typeof createRemixStub>[0][number]["children"]>[number];

/** What a route module exports, as far as a test runs it. */
interface RouteModule {
  default: ComponentType;
  // Each route's own arguments are those of Remix, which the stub's router makes as well.
  clientLoader?: (args: never) => unknown;
  clientAction?: (args: never) => unknown;
  shouldRevalidate?: ShouldRevalidateFunction;
}

export interface Rendered {
  /** Path of the map, e.g. `/customer/editCustomerInfo/:id`. */
  path: string;
  module: RouteModule;
  /** The address that is opened. */
  at?: string;
  /** Further routes, by path: where the screen may lead, or whose action it uses. */
  others?: Record<string, ComponentType | RouteModule>;
}

/** A viewer for blocks without an API. */
export const someViewer = (permissions: string[] = []): Viewer => ({
  menus: [],
  profile: {
    id: 7,
    name: "林顾问",
    email: "lin@demo.test",
    phone_cc: null,
    phone: null,
    avatar_id: null,
    avatar: null,
    team: null,
    roles: [],
    permissions: permissions as Viewer["profile"]["permissions"],
    data_scope: "self",
    language: "zh",
    preferences: { notify: {}, columns: {}, views: {}, dashboard: { order: [], hidden: [] } },
    bindings: { wecom: false, slack: false, sso: false },
    customer_cap: 200,
    tracking_min_chars: 10,
    is_content_reviewed: false,
    customer_count: 0,
    lock_count: 0,
    accept_inquiry: true,
    must_change_password: false,
  },
});

/** What surrounds each route. */
interface Around {
  viewer: Viewer;
  /** Where the router is, or is on its way to. By the router's own word: a loader that comes late belongs to where it was before. */
  place: Place;
}

interface Place {
  href: string;
  /** The browser's Back and Forward. */
  go: (by: number) => void;
  /** Of how many overlays the present entry is. */
  depth: () => number;
}

function Frame() {
  const { viewer, place } = useLoaderData() as unknown as Around;
  const router = useRouter();
  const [browsersOwn] = useState(() => router.navigate);
  place.go = (by) =>
    act(() => {
      void browsersOwn(by);
    });
  place.depth = () => depthOf(router.state.location);
  useBackCloses();
  const here = useLocation();
  const { pathname, search } = useNavigation().location ?? here;
  place.href = pathname + search;
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <Notifications />
      <ViewerProvider value={viewer}>
        <SlotProvider value={slots}>
          <Outlet />
        </SlotProvider>
      </ViewerProvider>
    </MantineProvider>
  );
}

const Failure = () => <p role="alert">加载失败</p>;

/** A module's action for the stub. */
const actionOf = ({ clientAction }: Pick<RouteModule, "clientAction">): Stubbed["action"] =>
  (async (args: never) => clientAction?.(args) ?? null) as Stubbed["action"];

/**
 * Draws a route module below the staff layout's context and reports where it is. createRemixStub knows `loader` and `action` alone,
 * so that the client functions go in by those names.
 */
export function renderRoute({ path, module, at = path, others = {} }: Rendered, viewer: Viewer) {
  const place: Place = { href: at, go: () => undefined, depth: () => 0 };
  const route: Stubbed = {
    path,
    Component: module.default,
    loader: async (args) => (await module.clientLoader?.(args as never)) ?? null,
    action: actionOf(module),
    shouldRevalidate: (change) => module.shouldRevalidate?.(change) ?? change.defaultShouldRevalidate,
    ErrorBoundary: Failure,
  };
  const rest = Object.entries(others).map(([other, shown]): Stubbed => {
    const { default: Component, clientAction } =
      typeof shown === "object" && "default" in shown ? shown : { default: shown };
    return {
      // The shell's acts go to the index.
      ...(other === "/" ? { index: true } : { path: other }),
      Component: Component as ComponentType,
      loader: () => null,
      action: actionOf({ clientAction }),
    };
  });
  const Stub = createRemixStub([
    {
      path: "/",
      loader: (): Around => ({ viewer, place }),
      Component: Frame,
      ErrorBoundary: Failure,
      children: [route, ...rest],
    },
  ]);
  notifications.clean();
  return { ...render(<Stub initialEntries={[at]} />), place, actor: userEvent.setup({ delay: null }) };
}

const ours = "http://test.local";
const nodeFetch = globalThis.fetch;

/** Signs a user in at the in-process API, to which every fetch of the test then goes; gives the viewer and what was asked for. */
export async function signInAs(api: ReturnType<typeof testApi>, userId: number) {
  const token = await api.tokenOf(userId);
  clearToken();
  markViewerStale();
  keepToken(token, 604_800);
  changeSetting({ columns: {} });
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const { hostname, pathname, search } = new URL(input instanceof Request ? input.url : String(input), ours);
    const method = init?.method ?? "GET";
    // jsdom's signal is not the one that Node's Request knows.
    const { signal: _, ...rest } = init ?? {};
    // The server itself asks a fake platform.
    if (hostname === "127.0.0.1") return nodeFetch(input, rest);
    asked.push(`${method} ${pathname}${search}`);
    keepDriven(callLine(method, pathname));
    const turn = presentTurn();
    const answer = await api.app.request(`${ours}${pathname}${search}`, rest);
    // The file's database is closed after its last test: later refusals are shown to nobody.
    return presentTurn() === turn ? answer : new Promise<never>(() => undefined);
  });
  const [profile, menus] = await Promise.all([
    api.send(contract.profile, {}, token),
    api.send(contract.menus, {}, token),
  ]);
  const viewer: Viewer = { profile: profile.data, menus: menus.data };
  return { viewer, asked };
}
