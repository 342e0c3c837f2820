import { useEffect } from "react";
import { call } from "~/app/api/call";
import { useLatest } from "~/app/blocks/use-latest";
import { type ChatDetail, chat } from "~/contract/inquiry/chat";

/** Tells that one's own conversation has been read, as far as it is shown: now, and when the tab comes into sight again. */
export function useRead({ id, is_mine, unread_count }: ChatDetail, lastId: number | undefined): void {
  const tell = useLatest(() => {
    if (!is_mine || unread_count === 0 || document.visibilityState !== "visible") return;
    // Unread as before, it is told with the next word.
    call(chat.read, { params: { id } }, { silent: true }).catch(() => undefined);
  });
  // What one reads is no click.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further word is read anew.
  useEffect(() => {
    tell();
    document.addEventListener("visibilitychange", tell);
    return () => document.removeEventListener("visibilitychange", tell);
  }, [tell, is_mine, lastId, unread_count]);
}
