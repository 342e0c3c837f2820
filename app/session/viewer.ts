import { call } from "~/app/api/call";
import { type MenuItem, type Profile, user } from "~/contract/personal/user";
import { CallError } from "../api/call-error";
import { token } from "../api/cookie";
import { isViewerStale, markViewerFresh, markViewerStale } from "../api/viewer-age";
import { onSessionEnd } from "../browser/session-memory";
import { isPage } from "./pages";

export interface Viewer {
  profile: Profile;
  menus: MenuItem[];
}

let loading: Promise<Viewer> | undefined;
/** The last one that came in this session. */
let known: Viewer | undefined;
onSessionEnd(() => {
  known = undefined;
});

/** The signed-in user's profile and menu: fetched together, once, and shared by the layout and every screen until renewed. */
export function viewer(): Promise<Viewer> {
  if (loading && token() && !isViewerStale()) return loading;
  markViewerFresh();
  const fresh = Promise.all([call(user.profile), call(user.menus)]).then(([profile, menus]) => ({ profile, menus }));
  loading = fresh;
  fresh.then(
    (viewer) => {
      if (loading === fresh) known = viewer;
    },
    () => {
      if (loading === fresh) markViewerStale();
    },
  );
  return fresh.catch((error: unknown) => {
    // The open page goes on without a network.
    if (error instanceof CallError && error.status === 0 && known) return known;
    throw error;
  });
}

export function firstPage(menus: readonly MenuItem[]): string | undefined {
  for (const item of menus) {
    if (!item.visible) continue;
    const path = isPage(item) ? item.path : firstPage(item.children);
    if (path) return path;
  }
  return undefined;
}
