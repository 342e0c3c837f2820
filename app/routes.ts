import { index, layout, type RouteConfig, route } from "@remix-run/route-config";
import { allScreens, type PlacedScreen } from "../contract/screens";

// Explicit ids: from a file's name Remix would make chunk names with `$`, `.` and `_`.
const screenRoute = (screen: PlacedScreen) =>
  route(screen.path.slice(1), `routes/${screen.file}`, { id: screen.path.slice(1).replaceAll(":", "") });

const pages = allScreens.filter((screen) => screen.file);

/** The ways in have no frame; what everybody may look at has one, which for staff is their own. */
const open = pages.filter((screen) => screen.public);

/** Flat: every staff screen is a direct child of the staff layout, so that a list never loads or renders around its detail. */
export default [
  index("routes/home.tsx", { id: "home" }),
  ...open.filter((screen) => !screen.menu).map(screenRoute),
  layout("routes/open-layout.tsx", { id: "open-layout" }, open.filter((screen) => screen.menu).map(screenRoute)),
  layout("routes/staff-layout.tsx", { id: "staff-layout" }, pages.filter((screen) => !screen.public).map(screenRoute)),
  route("*", "routes/not-found.tsx", { id: "not-found" }),
] satisfies RouteConfig;
