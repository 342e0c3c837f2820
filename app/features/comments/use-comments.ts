import { useState } from "react";
import { call } from "~/app/api/call";
import { useCall } from "~/app/blocks/detail/use-async";
import { useTopics } from "~/app/blocks/use-topics";
import { type CommentRow, comment } from "~/contract/shared/comment";
import type { Owner } from "./use-mentionable";

/** The comments on a record, newest first, reloaded when somebody adds one; `meant`: at least back to this one. */
export function useComments({ type, id }: Owner, meant: number | undefined) {
  const about = { owner_type: type, owner_id: id };
  const [older, setOlder] = useState<{ list: readonly CommentRow[]; has_more: boolean }>();
  const [isAsking, setIsAsking] = useState(false);
  const first = useCall(comment.list, { query: { ...about, upto: meant } });
  const { answer, again } = first;
  useTopics(`${type}:${id}`, again);

  const newest = answer?.list ?? [];
  const known = new Set(newest.map((row) => row.id));
  const rows = [...newest, ...(older?.list.filter((row) => !known.has(row.id)) ?? [])];

  /** The call has shown failures. */
  async function more(): Promise<void> {
    setIsAsking(true);
    const before = rows.at(-1)?.id;
    const next = await call(comment.list, { query: { ...about, before } }).catch(() => undefined);
    setIsAsking(false);
    if (next) setOlder({ list: [...(older?.list ?? []), ...next.list], has_more: next.has_more });
  }

  return { ...first, rows, hasMore: older?.has_more ?? answer?.has_more ?? false, isAsking, more };
}
