import { personalScreens } from "~/contract/personal/personal-center";
import type { Served } from "~/server/lib/serve";
import { bindingHandlers } from "./binding";
import { userHandlers } from "./user";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [...userHandlers, ...bindingHandlers];

/** What the screens of this area ask for at an address. */
export const screens = { ...personalScreens };
