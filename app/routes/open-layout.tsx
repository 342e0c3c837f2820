import { Outlet, useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { IconEyeOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { CallError } from "~/app/api/call-error";
import { token } from "~/app/api/cookie";
import { isViewerStale } from "~/app/api/viewer-age";
import { State } from "~/app/blocks/feedback/states";
import { SlotProvider } from "~/app/blocks/slots";
import { slots } from "~/app/features/slots";
import { t } from "~/app/i18n/t";
import { OpenFrame } from "~/app/layout/open-frame";
import { RouteFailure } from "~/app/layout/route-failure";
import { StaffFrame } from "~/app/layout/staff-frame";
import { type Viewer, viewer } from "~/app/session/viewer";
import { ViewerProvider } from "~/app/session/viewer-context";

export const clientLoader = async (): Promise<Viewer | null> => (token() ? viewer() : null);

// As in the staff layout; after signing in or out the frame is another.
export const shouldRevalidate = () => !token() || isViewerStale();

export default function OpenLayout() {
  return (
    <Framed by={useLoaderData<typeof clientLoader>()}>
      <Outlet />
    </Framed>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  // Absent where the layout's own data could not be loaded.
  const known = useRouteLoaderData<typeof clientLoader>("open-layout");
  const isClosed = error instanceof CallError && error.code === 40303;
  return (
    <Framed by={known ?? null}>
      {isClosed ? <State icon={IconEyeOff} title={t("看板未开放")} /> : <RouteFailure />}
    </Framed>
  );
}

function Framed({ by, children }: { by: Viewer | null; children: ReactNode }) {
  if (!by) return <OpenFrame>{children}</OpenFrame>;
  return (
    <ViewerProvider value={by}>
      <SlotProvider value={slots}>
        <StaffFrame>{children}</StaffFrame>
      </SlotProvider>
    </ViewerProvider>
  );
}
