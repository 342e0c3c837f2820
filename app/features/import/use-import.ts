import { useEffect, useRef, useState } from "react";
import { callLoosely } from "~/app/api/call";
import { upload } from "~/app/api/upload";
import { announceWrite } from "~/app/api/written";
import type { Endpoint } from "~/contract/endpoint";
import { type ColumnMapping, mappingText } from "~/contract/shared/import-columns";
import type { ImportTask } from "~/contract/shared/import-task";
import { usePolled } from "../use-polled";

export interface ImportCalls {
  template: Endpoint;
  start: Endpoint;
  recent: Endpoint;
  get: Endpoint;
  errors: Endpoint;
}

/** The parent of the rows, if their addresses name it: `{ id: 7 }` for the units of an estate. */
export type ImportWithin = Readonly<Record<string, number>>;

/** A task's path parameters; with `within` its number is `import_id`. */
export const taskParams = (id: number, within: ImportWithin | undefined) => ({ id, import_id: id, ...within });

export interface ChosenColumns {
  header_row: number;
  mapping: ColumnMapping;
  fixed: Record<string, string>;
}

interface Said {
  chosen: ChosenColumns | undefined;
  skipsHidden: boolean;
}
const nothingSaid: Said = { chosen: undefined, skipsHidden: false };

interface Importing {
  calls: ImportCalls;
  within?: ImportWithin;
  query: Record<string, unknown>;
  onDone: () => void;
}

export function useImport({ calls, within, query, onDone }: Importing) {
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState<number>();
  const [task, setTask] = useState<ImportTask>();
  const [last, setLast] = useState<ImportTask>();
  const [said, setSaid] = useState<Said>(nothingSaid);
  const transfer = useRef(new AbortController());
  /** Set at once, before the next render: a second click sends nothing. */
  const isSending = useRef(false);

  const show = (now: ImportTask) => {
    setTask(now);
    if (now.status === "running" || now.dry_run || now.success === 0) return;
    announceWrite();
    onDone();
  };

  // The dialog has no address, so no loader knows of it.
  useEffect(() => {
    let isOpen = true;
    // The contract's type of `recent`.
    const request = callLoosely(calls.recent, { params: within }, { silent: true }) as Promise<{ list: ImportTask[] }>;
    request.then(
      ({ list: [latest] }) => {
        if (!isOpen || !latest) return;
        if (latest.status === "running") setTask((present) => present ?? latest);
        else setLast(latest);
      },
      () => undefined,
    );
    const { current } = transfer;
    return () => {
      isOpen = false;
      current.abort();
    };
  }, [calls, within]);

  usePolled(
    task?.status === "running" ? task.id : undefined,
    // The contract's type of `get`.
    (id) => callLoosely(calls.get, { params: taskParams(id, within) }, { silent: true }) as Promise<ImportTask>,
    (now) => {
      show(now);
      return now.status !== "running";
    },
  );

  /** Sends the file; the call has shown failures, and the file stays chosen. `more`: options that apply from now on. */
  async function start(dryRun: boolean, more: Partial<Said> = {}): Promise<void> {
    if (!file || isSending.current) return;
    isSending.current = true;
    setSent(0);
    const now = { ...said, ...more };
    setSaid(now);
    const { chosen, skipsHidden } = now;
    const of = chosen && {
      header_row: chosen.header_row,
      mapping: mappingText(chosen.mapping),
      fixed: String(new URLSearchParams(chosen.fixed)) || undefined,
    };
    const request = { ...query, ...of, skip_hidden: skipsHidden, name: file.name.slice(-200), dry_run: dryRun };
    const begun = await upload(
      calls.start,
      { params: { ...within }, query: request, bytes: file },
      {
        signal: transfer.current.signal,
        onProgress: (loaded, total) => setSent(total ? Math.round((loaded / total) * 100) : 0),
      },
    ).catch(() => undefined);
    isSending.current = false;
    setSent(undefined);
    // The contract's type of `start`.
    if (begun) show(begun as ImportTask);
  }

  return {
    file,
    sent,
    task,
    last,
    said,
    start,
    choose: (next: File | undefined) => {
      setFile(next);
      setTask(undefined);
      setSaid(nothingSaid);
    },
    show: setTask,
  };
}
