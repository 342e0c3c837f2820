import type { Served } from "~/server/lib/serve";
import { analyticsHandlers } from "./analytics";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [...analyticsHandlers];
