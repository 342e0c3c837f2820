import { notification as contract, notificationScreens } from "~/contract/notification/notification";
import type { Served } from "~/server/lib/serve";
import type { Topics } from "~/server/resources/shared/events";
import { notificationInboxHandlers } from "./inbox";
import { notificationHandlers } from "./notification";
import { progressTopic } from "./notification/due";
import { progressNow } from "./notification/view";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [...notificationHandlers, ...notificationInboxHandlers];

/** What streams carry of this area: how far a sending is, by its number. */
export const topics = {
  [progressTopic]: {
    permission: contract.get.permission,
    isNumbered: true,
    concerns: (heard, _reader, id) => heard.topic === progressTopic && heard.id === id,
    read: ({ db }, _reader, heard) => (heard ? progressNow(db, Number(heard.id)) : Promise.resolve(undefined)),
    isState: false,
  },
} satisfies Topics;

/** What the screens of this area ask for at an address. */
export const screens = { ...notificationScreens };
