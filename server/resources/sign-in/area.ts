import type { Served } from "~/server/lib/serve";
import { authHandlers } from "./auth";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [...authHandlers];
