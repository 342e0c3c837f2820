import { useCallback, useEffect, useState } from "react";
import { call } from "~/app/api/call";
import { onTopic } from "~/app/api/events";
import { newKey } from "~/app/api/idempotency-key";
import type { ContentKind } from "~/contract/content/content-kinds";
import { editing, editingBeat } from "~/contract/content/editing";
import type { Editor } from "~/contract/content/publishing";

/** Says that the form of a piece is open here, and answers who else has it open: at once as the form was loaded, then whenever that changes. */
export function useEditing(kind: ContentKind, id: number | undefined, loaded: readonly Editor[]): readonly Editor[] {
  const [editors, setEditors] = useState(loaded);
  const [tab] = useState(newKey);
  const beat = useCallback(async () => {
    if (!id) return;
    // Nobody waits for it: without an answer one goes on as before.
    const reply = await call(editing.beat, { body: { kind, id, tab } }, { silent: true }).catch(() => undefined);
    if (reply) setEditors(reply.users);
  }, [kind, id, tab]);

  // Nothing but the clock asks for it.
  useEffect(() => {
    if (!id) return;
    beat();
    const timer = setInterval(beat, editingBeat.every * 1_000);
    const leave = () => {
      call(editing.leave, { body: { kind, id, tab } }, { silent: true }).catch(() => undefined);
    };
    // A tab that is closed draws nothing any more.
    window.addEventListener("pagehide", leave);
    return () => {
      clearInterval(timer);
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [beat, kind, id, tab]);

  // Others come and go without a navigation.
  useEffect(() => {
    if (!id) return;
    return onTopic({ topic: `edit-${kind}:${id}`, onEvent: beat, onLive: () => undefined });
  }, [kind, id, beat]);
  return editors;
}
