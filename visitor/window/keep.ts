/** What the window keeps in this browser, under our own origin and, in browsers that part storage, for this site alone. */
const prefix = "chat:";
/** Where the browser keeps nothing: until the page goes. */
const memory = new Map<string, string>();

function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

export const read = (name: string): string | null => memory.get(name) ?? storage()?.getItem(prefix + name) ?? null;

export function write(name: string, value: string): void {
  try {
    const kept = storage();
    if (!kept) throw new Error("no storage");
    kept.setItem(prefix + name, value);
    memory.delete(name);
  } catch {
    // No storage, or no room in it.
    memory.set(name, value);
  }
}

export function drop(name: string): void {
  memory.delete(name);
  storage()?.removeItem(prefix + name);
}

/** The names that begin so, in their order. */
export function namesOf(start: string): string[] {
  const names = [
    ...memory.keys(),
    ...Object.keys(storage() ?? {}).map((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : "")),
  ];
  return names.filter((name) => name.startsWith(start)).sort();
}
