import { useMatches } from "@remix-run/react";
import { useAddressTitle } from "~/app/session/viewer-context";

/** What a screen's module may export as `handle`: a record's page has the record's name. */
export interface ScreenHandle<Data = never> {
  title: (data: Data) => string;
}

export function usePresentTitle(): string | undefined {
  const title = useAddressTitle();
  const match = useMatches().at(-1);
  // Its module defines both the data and the title.
  const handle = match?.handle as ScreenHandle<unknown> | undefined;
  if (match?.data && handle?.title) return handle.title(match.data);
  return title;
}
