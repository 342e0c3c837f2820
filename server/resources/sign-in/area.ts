import type { Served } from "~/server/lib/serve";
import { authHandlers } from "./auth";

export const served: readonly Served[] = [...authHandlers];

export const screens = {};
