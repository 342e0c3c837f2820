import { lazyPart } from "../lazy-part";

export const SideDrawer = lazyPart(() => import("./open-side-drawer"), "OpenSideDrawer");
