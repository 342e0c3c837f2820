/** SQLSTATEs by which the database says that it cannot answer now: lost and refused connections, what it lacks (memory, connections, room), what was cancelled, a shutdown, its own disk. */
const states = /^(08...|53...|57014|57P0\d|25P03|58...)$/;
/** What a socket to it ends with. */
const socketCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
]);
/** What pg says without any code. */
const sentences =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout e|Query read timeout|Cannot use a pool after)/;

/** Whether an error says that the database does not answer at the moment: the caller may come again, and no program is at fault. */
export function isUnavailable(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code, syscall } = one as NodeJS.ErrnoException; // each is looked at before it is believed
    if (typeof code === "string" && (states.test(code) || socketCodes.has(code))) return true;
    // Where its unix socket is missing; of a file it would say another thing.
    if (code === "ENOENT" && syscall === "connect") return true;
    if (sentences.test(one.message)) return true;
  }
  return false;
}
