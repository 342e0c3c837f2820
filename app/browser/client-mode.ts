import { useSyncExternalStore } from "react";
import { listenersOf } from "~/app/browser/listeners";

const key = "client_mode";

const { listen, tell } = listenersOf();
/** Where nothing can be stored: as long as the page lives. */
let isOn = false;

/** Whether a client looks at this tab (客户模式). Per tab; survives reloads, links and Back. No security: the server's permissions apply. */
export function isClientMode(): boolean {
  try {
    return window.sessionStorage.getItem(key) === "1";
  } catch {
    return isOn;
  }
}

export function setClientMode(next: boolean): void {
  isOn = next;
  try {
    if (next) window.sessionStorage.setItem(key, "1");
    else window.sessionStorage.removeItem(key);
  } catch {
    // The page knows by itself.
  }
  tell();
}

export const useClientMode = (): boolean => useSyncExternalStore(listen, isClientMode, () => false);
