import { useSyncExternalStore } from "react";
import { listenersOf } from "~/app/browser/listeners";
import { onSessionEnd } from "~/app/browser/session-memory";

// How much waits to be sent (domain 0 Offline). Apart from the queue itself, which is loaded later.

interface State {
  count: number;
  /** Grows with each change of what waits. */
  turn: number;
  /** 待发送 is open. */
  isOpen: boolean;
}

const none: State = { count: 0, turn: 0, isOpen: false };
let state = none;
const { listen, tell } = listenersOf();

function change(part: Partial<State>): void {
  state = { ...state, ...part };
  tell();
}

onSessionEnd(() => change(none));

export const tellUnsent = (count: number): void => change({ count, turn: state.turn + 1 });

export const showUnsent = (isOpen: boolean): void => change({ isOpen });

export const useUnsent = (): State =>
  useSyncExternalStore(
    listen,
    () => state,
    () => none,
  );
