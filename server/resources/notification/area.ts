import { notification as contract, notificationScreens } from "~/contract/notification/notification";
import type { Served } from "~/server/lib/serve";
import type { Topics } from "~/server/resources/shared/events";
import { notificationInboxHandlers } from "./inbox";
import { notificationHandlers } from "./notification";
import { progressNow, progressTopic } from "./notification/view";

export const served: readonly Served[] = [...notificationHandlers, ...notificationInboxHandlers];

export const topics = {
  [progressTopic]: {
    permission: contract.get.permission,
    isNumbered: true,
    concerns: (heard, _reader, id) => heard.topic === progressTopic && heard.id === id,
    read: ({ db }, _reader, heard) => (heard ? progressNow(db, Number(heard.id)) : Promise.resolve(undefined)),
    isState: false,
  },
} satisfies Topics;

export const screens = { ...notificationScreens };
