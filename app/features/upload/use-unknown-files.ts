import { useEffect, useState } from "react";
import { type CallOptions, call } from "~/app/api/call";
import { claimsOf, token } from "~/app/api/cookie";
import { isKeptFile } from "~/app/api/kept-file-numbers";
import type { KnownMedia } from "~/app/blocks/slots";
import { upload } from "~/contract/shared/upload";

/** Files that a form names but does not know: from its draft, or made by the part next to the field. Forbidden ones stay unknown. */
export function useUnknownFiles(ids: readonly number[]): KnownMedia[] {
  const [files, setFiles] = useState<KnownMedia[]>([]);
  const missing = ids.filter((id) => files.every((file) => file.id !== id)).join();
  useEffect(() => {
    if (!missing) return;
    const own = new AbortController();
    const options = { signal: own.signal, silent: true };
    for (const id of missing.split(",").map(Number))
      (isKeptFile(id) ? kept(id, options) : call(upload.signed, { params: { id } }, options)).then(
        ({ name, url, mime }) => own.signal.aborted || setFiles((list) => [...list, { id, name, url, mime }]),
        () => undefined,
      );
    return () => own.abort();
  }, [missing]);
  return files;
}

/** One that waits in this browser for its form to be sent. */
async function kept(id: number, options: CallOptions): Promise<Omit<KnownMedia, "id">> {
  const { readFile } = await import("~/app/api/kept-files");
  const file = await readFile(claimsOf(token()).sub ?? "", id);
  if (!file) throw new Error(`file ${id} is not here`);
  if ("media_id" in file) return call(upload.signed, { params: { id: file.media_id } }, options);
  const url = URL.createObjectURL(new Blob([file.bytes], { type: file.mime }));
  return { name: file.name, mime: file.mime, url };
}
