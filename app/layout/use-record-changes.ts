import { useLocation, useRevalidator } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { onShownRecords, shownRecords } from "~/app/api/shown-records";
import { useTopics } from "~/app/blocks/use-topics";

/** Reloads the page silently when somebody else has changed a record that it shows; forms keep what was typed. */
export function useRecordChanges(): void {
  const { pathname } = useLocation();
  const topics = useSyncExternalStore(onShownRecords, () => shownRecords(pathname));
  const { revalidate } = useRevalidator();
  useTopics(topics, revalidate);
}
