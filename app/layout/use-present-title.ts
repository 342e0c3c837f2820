import { useLocation, useMatches } from "@remix-run/react";
import { useTitleOf } from "~/app/session/viewer-context";
import { screenAt } from "~/contract/screens";

/** What a screen's module may export as `handle`: a record's page is called by the record. */
export interface ScreenHandle<Data = never> {
  title: (data: Data) => string;
}

/** What the present screen is called. */
export function usePresentTitle(): string | undefined {
  const screen = screenAt(useLocation().pathname);
  const titleOf = useTitleOf();
  const match = useMatches().at(-1);
  // Its module says both what it loads and what that is called.
  const handle = match?.handle as ScreenHandle<unknown> | undefined;
  if (match?.data && handle?.title) return handle.title(match.data);
  return screen && titleOf(screen);
}
