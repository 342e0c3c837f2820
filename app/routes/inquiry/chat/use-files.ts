import { type DragEvent, type RefObject, useState } from "react";
import { newKey } from "~/app/api/idempotency-key";
import { toast } from "~/app/api/toast";
import { useOfferedFiles } from "~/app/features/upload/use-offered-files";
import { complaint, isImage, send } from "~/app/features/upload/use-uploads";

export interface SendingFile {
  key: string;
  file: File;
  progress: number;
  hasFailed: boolean;
}

export interface Files {
  sending: readonly SendingFile[];
  isOver: boolean;
  add: (files: Iterable<File>) => void;
  retry: (one: SendingFile) => void;
  forget: (key: string) => void;
  dropping: {
    onDragOver: (event: DragEvent) => void;
    onDragLeave: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
  };
}

export function useFiles(block: RefObject<HTMLElement>, onSent: (type: "image" | "file", id: number) => void): Files {
  const [sending, setSending] = useState<readonly SendingFile[]>([]);
  const [isOver, setIsOver] = useState(false);
  const update = (key: string, part: Partial<SendingFile>) =>
    setSending((list) => list.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const forget = (key: string) => setSending((list) => list.filter((one) => one.key !== key));

  async function deliver({ key, file }: SendingFile) {
    try {
      const { id, mime } = await send(file, "chat", { onProgress: (progress) => update(key, { progress }) });
      forget(key);
      onSent(isImage(mime) ? "image" : "file", id);
    } catch {
      // Told by the call; it stays so that one sees which is missing.
      update(key, { hasFailed: true });
    }
  }
  async function add(files: Iterable<File>) {
    for (const file of [...files]) {
      const wrong = await complaint(file, "chat").catch(() => undefined);
      if (wrong) {
        toast.error(wrong);
        continue;
      }
      const one = { key: newKey(), file, progress: 0, hasFailed: false };
      setSending((list) => [...list, one]);
      await deliver(one);
    }
  }
  const begin = (files: Iterable<File>) => void add(files);
  useOfferedFiles(block, begin);
  return {
    sending,
    isOver,
    add: begin,
    forget,
    retry: (one) => {
      update(one.key, { hasFailed: false, progress: 0 });
      void deliver(one);
    },
    dropping: {
      onDragOver: (event) => {
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      },
      onDrop: (event) => {
        event.preventDefault();
        setIsOver(false);
        begin(event.dataTransfer.files);
      },
    },
  };
}
