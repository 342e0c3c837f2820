import { useEffect, useState } from "react";
import { call } from "~/app/api/call";
import type { KnownMedia } from "~/app/blocks/slots";
import { upload } from "~/contract/shared/upload";

/** Files that a form names but does not know: from its draft, or made by the part next to the field. Forbidden ones stay unknown. */
export function useUnknownFiles(ids: readonly number[]): KnownMedia[] {
  const [files, setFiles] = useState<KnownMedia[]>([]);
  const missing = ids.filter((id) => files.every((file) => file.id !== id)).join();
  useEffect(() => {
    if (!missing) return;
    const own = new AbortController();
    for (const id of missing.split(",").map(Number))
      call(upload.signed, { params: { id } }, { signal: own.signal, silent: true }).then(
        ({ name, url, mime }) => setFiles((list) => [...list, { id, name, url, mime }]),
        () => undefined,
      );
    return () => own.abort();
  }, [missing]);
  return files;
}
