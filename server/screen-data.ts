import type { ScreenData } from "~/contract/screen-data";
import { brokerScreens } from "~/contract/system/broker";

/** What the built screens ask for, by path. */
export const declaredData: Readonly<Record<string, ScreenData>> = {
  ...brokerScreens,
};
