import type { DrawerProps } from "@mantine/core";
import { lazyPart } from "../lazy-part";

export type SideDrawerProps = Omit<DrawerProps, "opened" | "position"> & { opened?: boolean };

/** A drawer at the right, open while it is mounted, and as wide as the phone. */
export const SideDrawer = lazyPart(() => import("./open-side-drawer"), "OpenSideDrawer");
