import type { Served } from "~/server/lib/serve";
import { analysisHandlers } from "./analysis";

/** Every endpoint of this area, one line per resource. Its screens are public: the server begins no request for them. */
export const served: readonly Served[] = [...analysisHandlers];
