// jsdom has no IndexedDB: in place of idb-keyval (vitest.config.ts) the same calls over a map, empty before each test.

export const stored = new Map<string, unknown>();

export const get = async (key: string): Promise<unknown> => stored.get(key);
export const set = async (key: string, value: unknown): Promise<void> => void stored.set(key, structuredClone(value));
export const del = async (key: string): Promise<void> => void stored.delete(key);
export const delMany = async (keys: string[]): Promise<void> => {
  for (const key of keys) stored.delete(key);
};
export const keys = async (): Promise<string[]> => [...stored.keys()];
export const update = async (key: string, change: (before: unknown) => unknown): Promise<void> =>
  void stored.set(key, structuredClone(change(stored.get(key))));
export const clear = async (): Promise<void> => stored.clear();
