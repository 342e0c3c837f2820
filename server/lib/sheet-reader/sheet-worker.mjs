// One uploaded sheet in a thread of its own: its parsing neither stops the server nor, whatever the file holds, takes its memory.
// Plain JavaScript, because a worker thread is loaded by Node itself, in development as in the build.
import { parentPort, workerData } from "node:worker_threads";
import { csvRows } from "./csv-rows.mjs";
import { SheetError } from "./sheet-error.mjs";
import { xlsxRows } from "./xlsx-rows.mjs";

const port = parentPort;
if (!port) throw new Error("sheet-worker.mjs runs as a worker thread only");

/** @type {{ file: string, format: "xlsx" | "csv", limits: import("./sheet-error.mjs").SheetLimits }} */
const { file, format, limits } = workerData;

/** @type {() => void} */
let goOn = () => undefined;
port.on("message", () => goOn());

try {
  for await (const part of format === "csv" ? csvRows(file, limits) : xlsxRows(file, limits)) {
    const isTaken = new Promise((resolve) => {
      goOn = () => resolve(undefined);
    });
    port.postMessage({ type: "part", ...part });
    await isTaken;
  }
  port.postMessage({ type: "end" });
} catch (error) {
  if (!(error instanceof SheetError)) throw error;
  port.postMessage({ type: "refused", message: error.message });
}
port.close();
