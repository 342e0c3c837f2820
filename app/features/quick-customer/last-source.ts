import { get, set } from "idb-keyval";

// In idb-keyval's own store, which signing out clears as a whole.
const keyOf = (userId: number) => `customer-source:${userId}`;

/** The source that this user has chosen last; null if there is none, or nothing is stored here. */
export const lastSource = (userId: number): Promise<string | null> =>
  get<string>(keyOf(userId)).then(
    (source) => source ?? null,
    () => null,
  );

export const rememberSource = (userId: number, source: string): Promise<void> =>
  set(keyOf(userId), source).catch(() => undefined);
