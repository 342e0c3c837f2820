import { personalScreens } from "~/contract/personal/personal-center";
import type { Served } from "~/server/lib/serve";
import { bindingHandlers } from "./binding";
import { ownKeyHandlers } from "./key";
import { userHandlers } from "./user";

export const served: readonly Served[] = [...userHandlers, ...bindingHandlers, ...ownKeyHandlers];

export const screens = { ...personalScreens };
