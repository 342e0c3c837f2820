// One PDF in a thread of its own: its parsing neither stops the server nor, whatever the file holds, takes its memory.
// Plain JavaScript, because a worker thread is loaded by Node itself, in development as in the build.
import { parentPort, workerData } from "node:worker_threads";
import { getDocumentProxy } from "unpdf";

const port = parentPort;
if (!port) throw new Error("pdf-worker.mjs runs as a worker thread only");

try {
  const document = await getDocumentProxy(workerData.bytes);
  /** @type {{ EncryptFilterName?: string | null }} */
  const info = (await document.getMetadata()).info;
  // The first page and the last: a file that breaks off has its count alone.
  await document.getPage(1);
  await document.getPage(document.numPages);
  port.postMessage(info.EncryptFilterName ? "encrypted" : { pages: document.numPages });
} catch (error) {
  port.postMessage(error instanceof Error && error.name === "PasswordException" ? "encrypted" : "unreadable");
}
