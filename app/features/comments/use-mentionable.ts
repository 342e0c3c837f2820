import { useEffect, useState } from "react";
import { call } from "~/app/api/call";
import type { Reply } from "~/contract/endpoint";
import { type CommentOwnerType, comment } from "~/contract/shared/comment";

export interface Owner {
  type: CommentOwnerType;
  id: number;
}

export type Colleague = Reply<typeof comment.mentionable>[number];

const pause = 150;

export function useMentionable({ type, id }: Owner, keyword: string | undefined): readonly Colleague[] | undefined {
  const [found, setFound] = useState<{ keyword: string; people: readonly Colleague[] }>();

  // Asked during typing: it has no address, so no loader can carry it.
  useEffect(() => {
    if (keyword === undefined) return;
    const own = new AbortController();
    const timer = setTimeout(() => {
      const query = { owner_type: type, owner_id: id, keyword };
      call(comment.mentionable, { query }, { signal: own.signal, silent: true }).then(
        (people) => setFound({ keyword, people }),
        // Without an answer nobody is offered; the comment can be written all the same.
        () => undefined,
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      own.abort();
    };
  }, [type, id, keyword]);

  return found && found.keyword === keyword ? found.people : undefined;
}
