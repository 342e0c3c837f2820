import { index, layout, type RouteConfig, route } from "@remix-run/route-config";
import { allScreens, type PlacedScreen } from "../contract/screens";

// Explicit ids: from a file's name Remix would make chunk names with `$`, `.` and `_`.
const screenRoute = (screen: PlacedScreen) =>
  route(screen.path.slice(1), `routes/${screen.file}`, { id: screen.path.slice(1).replaceAll(":", "") });

const built = allScreens.filter((screen) => screen.file);

/** Flat: every staff screen is a direct child of the staff layout, so that a list never loads or renders around its detail. */
export default [
  index("routes/home.tsx", { id: "home" }),
  ...built.filter((screen) => screen.public).map(screenRoute),
  layout("routes/staff-layout.tsx", { id: "staff-layout" }, built.filter((screen) => !screen.public).map(screenRoute)),
  route("*", "routes/not-found.tsx", { id: "not-found" }),
] satisfies RouteConfig;
