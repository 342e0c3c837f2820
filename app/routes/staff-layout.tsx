import { Button, Center } from "@mantine/core";
import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { isViewerStale } from "~/app/api/viewer-age";
import { SlotProvider } from "~/app/blocks/slots";
import { slots } from "~/app/features/slots";
import { t } from "~/app/i18n/t";
import { RouteFailure } from "~/app/layout/route-failure";
import { StaffFrame } from "~/app/layout/staff-frame";
import { useSignOut } from "~/app/session/use-sign-out";
import { viewer } from "~/app/session/viewer";
import { ViewerProvider } from "~/app/session/viewer-context";

export const clientLoader = () => viewer();

// Else every filter in the address would fetch profile and menu again; `useRefreshViewer` asks for them.
export const shouldRevalidate = () => isViewerStale();

export default function StaffLayout() {
  return (
    <ViewerProvider value={useLoaderData<typeof clientLoader>()}>
      <SlotProvider value={slots}>
        <StaffFrame>
          <Outlet />
        </StaffFrame>
      </SlotProvider>
    </ViewerProvider>
  );
}

export function ErrorBoundary() {
  // Missing where the layout's own data could not be loaded.
  const known = useRouteLoaderData<typeof clientLoader>("staff-layout");
  if (!known) return <WithoutFrame />;
  return (
    <ViewerProvider value={known}>
      <SlotProvider value={slots}>
        <StaffFrame>
          <RouteFailure />
        </StaffFrame>
      </SlotProvider>
    </ViewerProvider>
  );
}

function WithoutFrame() {
  const signOut = useSignOut();
  return (
    <Center component="main" mih="100vh">
      <div>
        <RouteFailure />
        <Center>
          <Button variant="subtle" onClick={signOut}>
            {t("退出登录")}
          </Button>
        </Center>
      </div>
    </Center>
  );
}
