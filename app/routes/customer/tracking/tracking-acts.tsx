import { lazy, Suspense, useState } from "react";
import type { TrackingRow } from "~/contract/customer/tracking";
import type { AskedTracking } from "./tracking-dialog";

const TrackingDialog = lazy(() => import("./tracking-dialog").then((module) => ({ default: module.TrackingDialog })));

/** The dialogs that correct or delete a follow-up; the screen's clientAction holds `trackingActs`. */
export function useTrackingActs() {
  const [asked, setAsked] = useState<AskedTracking>();
  return {
    ask: (act: AskedTracking["act"], row: TrackingRow) => setAsked({ act, row }),
    dialog: asked ? (
      <Suspense>
        <TrackingDialog {...asked} onClose={() => setAsked(undefined)} />
      </Suspense>
    ) : null,
  };
}
