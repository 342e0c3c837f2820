import { useCallback, useEffect, useState } from "react";
import { call } from "~/app/api/call";
import { onTopic } from "~/app/api/events";
import { newKey } from "~/app/api/idempotency-key";
import type { ContentKind } from "~/contract/content/content-kinds";
import { editing, editingBeat } from "~/contract/content/editing";
import type { Editor } from "~/contract/content/publishing";

export function useEditing(kind: ContentKind, id: number | undefined, loaded: readonly Editor[]): readonly Editor[] {
  const [editors, setEditors] = useState(loaded);
  const [tab] = useState(newKey);
  const beat = useCallback(async () => {
    if (!id) return;
    // Nothing waits for it: without an answer the work continues.
    const reply = await call(editing.beat, { body: { kind, id, tab } }, { silent: true }).catch(() => undefined);
    if (reply) setEditors(reply.users);
  }, [kind, id, tab]);

  useEffect(() => {
    if (!id) return;
    beat();
    const timer = setInterval(beat, editingBeat.every * 1_000);
    const leave = () => {
      call(editing.leave, { body: { kind, id, tab } }, { silent: true }).catch(() => undefined);
    };
    window.addEventListener("pagehide", leave);
    return () => {
      clearInterval(timer);
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [beat, kind, id, tab]);

  // They come and go without a navigation.
  useEffect(() => {
    if (!id) return;
    return onTopic({ topic: `edit-${kind}:${id}`, onEvent: beat, onLive: () => undefined });
  }, [kind, id, beat]);
  return editors;
}
