const memories: (() => void)[] = [];

export function onSessionEnd(forget: () => void): void {
  memories.push(forget);
}

export function forgetSession(): void {
  for (const forget of memories) forget();
}
