// One PGlite in a thread of its own, so that a long query does not stop the event loop of the server.
// Plain JavaScript, because a worker thread is loaded by Node itself, in development as in the build.
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { durableStart, requireSyncs, SyncedFiles } from "./pglite-files.mjs";

const chunkSize = 65_536;
/** ReadyForQuery: "Z", its length, the transaction's status. It has to be whole in the last message of an answer. */
const readyLength = 6;

/** The SQLSTATE for a PGlite whose commits do not reach the disk: its files are not damaged. */
const notSupported = "0A000";

const port = parentPort;
if (!port) throw new Error("pglite-worker.mjs runs as a worker thread only");

/** @type {{ dataDir: string, template?: string }} */
const { dataDir, template } = workerData;
/** What the database last said of the severity PANIC or FATAL. */
let lastWords = "";
let isClosing = false;
const files = dataDir.startsWith("memory://") ? undefined : new SyncedFiles(dataDir, stop);
const database = await PGlite.create({
  ...(files ? { fs: files, startParams: durableStart } : { dataDir }),
  extensions: { pg_trgm },
  onStderr: (line) => {
    lastWords = /\b(?:PANIC|FATAL): .*/.exec(line)?.[0] ?? lastWords;
    return false;
  },
  ...(template ? { loadDataDir: new Blob([readFileSync(template)]) } : {}),
}).catch((error) => {
  if (lastWords) stop();
  throw error;
});
if (files)
  await requireSyncs(database, files).catch((error) => {
    port.postMessage({ type: "stopped", code: error.code ?? notSupported, words: error.message });
    process.exit(1);
  });

/** PostgreSQL has given up: PGlite would go on asking what is left of it, so the thread ends here and now. */
function stop() {
  if (isClosing) return;
  const code = /No space left on device/.test(lastWords) ? "53100" : "58000";
  port?.postMessage({ type: "stopped", code, words: lastWords || "PGlite stopped" });
  process.exit(1);
}

/**
 * @param {number} id
 * @param {Uint8Array} bytes
 */
async function answer(id, bytes) {
  /** @type {Uint8Array[]} */
  let parts = [];
  let size = 0;
  /** @param {boolean} isLast */
  const send = (isLast) => {
    const all = Buffer.concat(parts, size);
    const sent = Uint8Array.from(isLast ? all : all.subarray(0, size - readyLength));
    port?.postMessage({ type: "answer", id, bytes: sent, isLast }, [sent.buffer]);
    parts = isLast ? [] : [Buffer.from(all.subarray(size - readyLength))];
    size = isLast ? 0 : readyLength;
  };
  if (bytes[0] === 0) {
    const reply = await database.execProtocolRaw(bytes);
    parts.push(reply);
    size += reply.length;
  } else {
    await database.execProtocolRawStream(bytes, {
      onRawData: (data) => {
        // `data` is a view on the memory of the database, which it uses again.
        parts.push(data.slice());
        size += data.length;
        if (size >= chunkSize) send(false);
      },
    });
  }
  send(true);
}

port.on("message", async (message) => {
  if (message.type === "batch") await answer(message.id, message.bytes);
  if (message.type === "dump") {
    const dump = await database.dumpDataDir("none");
    port.postMessage({ type: "dumped", bytes: new Uint8Array(await dump.arrayBuffer()) });
  }
  if (message.type === "close") {
    isClosing = true;
    await database.close();
    port.postMessage({ type: "closed" });
  }
});

port.postMessage({ type: "ready" });
