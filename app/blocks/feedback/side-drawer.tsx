import { lazyPart } from "../lazy-part";

/** A drawer at the right, open while it is mounted, and as wide as the phone. */
export const SideDrawer = lazyPart(() => import("./open-side-drawer"), "OpenSideDrawer");
