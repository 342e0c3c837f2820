import { addressOf } from "~/contract/endpoint";
import { user } from "~/contract/personal/user";
import { requestAddresses, type ScreenData, screenAddress } from "~/contract/screen-data";
import { type StaffPath, screenAt } from "~/contract/screens";
import type { FirstVisit } from "~/server/http/pages";
import { screens } from "~/server/resources/areas";

/** What the staff layout asks for at every screen. */
const layoutRequests = [addressOf(user.profile, {}), addressOf(user.menus, {})];

/** The requests that a visit of this page begins with, as its screen declares them; undefined for an address that no staff screen has. */
export function firstVisit(url: URL): FirstVisit | undefined {
  const screen = screenAt(url.pathname);
  if (!screen?.file || screen.public) return undefined;
  // A staff screen: the type of `screens` asks for each of them.
  const data: ScreenData = screens[screen.path as StaffPath];
  const own = requestAddresses(data, screenAddress(url, screen.path));
  return { requests: [...new Set([...own, ...layoutRequests])], frame: data.frame };
}
