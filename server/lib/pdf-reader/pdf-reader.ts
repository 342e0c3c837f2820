import { join } from "node:path";
import { Worker } from "node:worker_threads";

const workerFile = join(import.meta.dirname, "pdf-worker.mjs");
const memory = 256;
const patience = 20_000;

type Opened = { pages: number } | "encrypted" | "unreadable";

/** One after the other: each holds its file and a thread. */
let turn: Promise<unknown> = Promise.resolve();

/** Opens a PDF from its bytes, which are transferred: how many pages it has, or why its readers could not open it. */
export function openPdf(bytes: Uint8Array<ArrayBuffer>): Promise<Opened> {
  const opened = turn.then(() => open(bytes));
  turn = opened;
  return opened;
}

async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Opened> {
  const worker = new Worker(workerFile, {
    workerData: { bytes },
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: memory },
    // What the library has to say of broken files is for nobody.
    stdout: true,
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Opened>((resolve) => {
      timer = setTimeout(() => resolve("unreadable"), patience);
      worker.once("message", resolve);
      // More than a thread may take, or a fault in the library: either way this file is none that readers open.
      worker.once("error", () => resolve("unreadable"));
      worker.once("exit", () => resolve("unreadable"));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
