/** How long a test waits for what a busy machine is slow to bring: nearly as long as it may take itself (vitest.config.ts). */
export const patience = { timeout: 150_000, interval: 50 };
