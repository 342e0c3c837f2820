import { del, get, set } from "idb-keyval";
import type { FormValues } from "./field/schema-fields";

/** What was typed into a form and not sent. Kept in idb-keyval's own store, which signing out clears as a whole. */
export interface Draft {
  values: FormValues;
  /** Hidden values, such as the version that was read: a draft of an old version must get 40901. */
  extra: FormValues;
  at: number;
}

export const draftKey = (userId: number, name: string) => `draft:${userId}:${name}`;

// Without IndexedDB (forbidden, private window) there are no drafts; some browsers throw an exception instead of a rejection.
async function kept<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}

export const readDraft = (key: string): Promise<Draft | undefined> => kept(() => get<Draft>(key));
export const writeDraft = (key: string, draft: Draft): Promise<void> => kept(() => set(key, draft));
export const dropDraft = (key: string): Promise<void> => kept(() => del(key));
