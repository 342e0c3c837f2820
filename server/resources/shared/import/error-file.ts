import { once } from "node:events";
import { PassThrough } from "node:stream";
import { type Cell, textColumns } from "~/contract/sheet";
import type { Services } from "~/server/lib/services";
import { xlsx } from "~/server/lib/xlsx";

export const reasonHeading = "失败原因";
/** More than any file of refused rows can have. */
const mostBytes = 4 * 1024 ** 3;

/** The file of refused rows, written while the import goes on; there is none until the first row is refused. */
export function errorFile(services: Services, key: string, headings: readonly string[]) {
  let open: { rows: PassThrough; stored: Promise<unknown> } | undefined;

  function begin() {
    const rows = new PassThrough({ objectMode: true, highWaterMark: 2 });
    const { body } = xlsx({
      name: "失败记录",
      columns: textColumns([...headings, reasonHeading]),
      chunks: () => rows,
      onError: (error) => services.log.error({ err: error }, "error file broke off"),
    });
    // xlsx answers a stream, never bytes.
    const stored = services.storage.write(key, body as ReadableStream<Uint8Array>, mostBytes);
    stored.catch(() => rows.destroy());
    return { rows, stored };
  }

  return {
    async add(lines: Cell[][]): Promise<void> {
      if (lines.length === 0) return;
      open ??= begin();
      if (!open.rows.write(lines)) await Promise.race([once(open.rows, "drain"), open.stored]);
    },
    /** Gives its key once it is whole; null where no row was refused. */
    async close(): Promise<string | null> {
      if (!open) return null;
      open.rows.end();
      await open.stored;
      return key;
    },
  };
}
