/** A page of the app, and whether it is still being opened. */
export interface Place {
  href: string;
  isComing: boolean;
}

/** The page that is being loaded, while one is; else the present one. Read from the router that Remix keeps in `window`: it gives loaders no other sign. */
export function placeNow(): Place | undefined {
  // Absent in tests of single screens.
  const router: typeof window.__remixRouter | undefined = window.__remixRouter;
  if (!router) return undefined;
  const { location, navigation } = router.state;
  const isComing = navigation.state === "loading" && navigation.location !== undefined;
  const { pathname, search } = (isComing && navigation.location) || location;
  return { href: pathname + search, isComing };
}
