import { onSessionEnd } from "./session-memory";

type Save = () => unknown;

const savers = new Set<Save>();
let isEnding = false;

onSessionEnd(() => {
  isEnding = false;
});

/** Saves something before the page is reloaded for another person; the returned function ends it. */
export function beforeTabEnds(save: Save): () => void {
  savers.add(save);
  return () => savers.delete(save);
}

/** Whether the page is about to be reloaded: no question is shown. */
export const isTabEnding = (): boolean => isEnding;

/** Saves typed text for its author. */
export async function saveAll(): Promise<void> {
  isEnding = true;
  await Promise.allSettled([...savers].map((save) => save()));
}
