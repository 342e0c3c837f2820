import { useMatches } from "@remix-run/react";
import { useAddressTitle } from "~/app/session/viewer-context";

/** What a screen's module may export as `handle`: a record's page is called by the record. */
export interface ScreenHandle<Data = never> {
  title: (data: Data) => string;
}

/** What the present screen is called. */
export function usePresentTitle(): string | undefined {
  const title = useAddressTitle();
  const match = useMatches().at(-1);
  // Its module says both what it loads and what that is called.
  const handle = match?.handle as ScreenHandle<unknown> | undefined;
  if (match?.data && handle?.title) return handle.title(match.data);
  return title;
}
