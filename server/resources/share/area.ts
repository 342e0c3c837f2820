import type { Served } from "~/server/lib/serve";
import type { Sources } from "~/server/resources/customer/timeline/sources";
import { shareHandlers } from "./share";
import { sent } from "./view";

export const served: readonly Served[] = shareHandlers;

export const timeline = { share: sent } satisfies Sources;

export { sharesOfCustomer as ofCustomer } from "./of-customer";
