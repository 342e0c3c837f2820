import { onSessionEnd } from "./session-memory";

type Save = () => unknown;

const savers = new Set<Save>();
let isEnding = false;

onSessionEnd(() => {
  isEnding = false;
});

/** Has something kept before the page is loaded anew for another person; the returned function ends it. */
export function beforeTabEnds(save: Save): () => void {
  savers.add(save);
  return () => savers.delete(save);
}

/** Whether the page is about to be loaded anew: nobody is asked. */
export const isTabEnding = (): boolean => isEnding;

/** Keeps what was typed, by whoever typed it. */
export async function saveAll(): Promise<void> {
  isEnding = true;
  await Promise.allSettled([...savers].map((save) => save()));
}
