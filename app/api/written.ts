import { listenersOf } from "~/app/browser/listeners";

/** Of each write that has succeeded. */
export const { listen: onWritten, tell: announceWrite } = listenersOf();
