import type { Served } from "~/server/lib/serve";
import { authHandlers } from "./auth";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [...authHandlers];

/** What the screens of this area ask for at an address. */
export const screens = {};
