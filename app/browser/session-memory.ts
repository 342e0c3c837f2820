const memories: (() => void)[] = [];

/** Makes a module forget what it keeps when the session ends: somebody else may sign in on the same page. */
export function onSessionEnd(forget: () => void): void {
  memories.push(forget);
}

export function forgetSession(): void {
  for (const forget of memories) forget();
}
