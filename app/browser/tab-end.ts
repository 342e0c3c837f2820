import { onSessionEnd } from "./session-memory";

type Save = () => unknown;

const savers = new Set<Save>();
let isEnding = false;

onSessionEnd(() => {
  isEnding = false;
});

export function beforeTabEnds(save: Save): () => void {
  savers.add(save);
  return () => savers.delete(save);
}

export const isTabEnding = (): boolean => isEnding;

/** Saves typed text for its author. */
export async function saveAll(): Promise<void> {
  isEnding = true;
  await Promise.allSettled([...savers].map((save) => save()));
}
