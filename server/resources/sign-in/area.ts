import type { Served } from "~/server/lib/serve";
import { authHandlers } from "./auth";
import { passwordLinkHandlers } from "./password-link";

export const served: readonly Served[] = [...authHandlers, ...passwordLinkHandlers];

export const screens = {};
