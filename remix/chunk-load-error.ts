/** Whether an error says that a part of the application could not be loaded, in the words of our build, of Vite or of a browser. */
export function isChunkLoadError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return (
    error.name === "ChunkLoadError" ||
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  );
}
