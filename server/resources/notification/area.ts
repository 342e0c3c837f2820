import { notificationScreens } from "~/contract/notification/notification";

/** What the screens of this area ask for at an address. */
export const screens = { ...notificationScreens };
