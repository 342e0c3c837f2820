import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "~/app/api/call";
import { announceWrite } from "~/app/api/written";
import { type MessageRow, message } from "~/contract/shared/message";
import type { MessageCategory } from "~/contract/shared/message-category";

const pageSize = 20;
export const every = "all";
export type Tab = MessageCategory | typeof every;

interface Shown {
  tab: Tab;
  rows: readonly MessageRow[];
  total: number;
  unread: Partial<Record<MessageCategory, number>>;
}

export function useMessages(tab: Tab, count: number) {
  const [held, setHeld] = useState<Shown>();
  const [state, setState] = useState<"idle" | "loading" | "failed">("loading");
  const [isWriting, setIsWriting] = useState(false);
  const last = useRef<AbortController | undefined>(undefined);
  const known = useRef<{ tab: Tab; count: number } | undefined>(undefined);
  const category = tab === every ? undefined : tab;
  // Another tab's rows are not shown while this one's are loading.
  const shown = held?.tab === tab ? held : undefined;

  const load = useCallback(
    (page: number) => {
      last.current?.abort();
      const own = new AbortController();
      last.current = own;
      setState("loading");
      const query = { page, page_size: pageSize, category: tab === every ? undefined : tab } as const;
      call(message.list, { query }, { signal: own.signal, silent: true }).then(
        ({ list, total, unread }) => {
          if (own.signal.aborted) return;
          setHeld((before) => {
            const rows = before?.tab === tab ? before.rows : [];
            return { tab, rows: joined(rows, list, page === 1), total, unread };
          });
          setState("idle");
        },
        () => !own.signal.aborted && setState("failed"),
      );
    },
    [tab],
  );

  // Messages arrive without a navigation, and the drawer is no page: no loader can carry them.
  useEffect(() => {
    if (known.current?.tab === tab && known.current.count === count) return;
    known.current = { tab, count };
    load(1);
  }, [load, tab, count]);

  // Pending requests are cancelled when the drawer closes.
  useEffect(
    () => () => {
      last.current?.abort();
      known.current = undefined;
    },
    [],
  );

  async function write(act: Promise<{ total_mail: number }>, change: (before: Shown) => Shown): Promise<boolean> {
    setIsWriting(true);
    try {
      known.current = { tab, count: (await act).total_mail };
      setHeld((before) => before && change(before));
      announceWrite();
      return true;
    } catch {
      load(1);
      return false;
    } finally {
      setIsWriting(false);
    }
  }

  return {
    shown,
    /** For every category, in any tab. */
    unread: held?.unread ?? {},
    state,
    isWriting,
    retry: () => load(1),
    // Rows that came or went meanwhile shift the pages: duplicates are shown once.
    more: () => load(Math.floor((shown?.rows.length ?? 0) / pageSize) + 1),
    read: (row: MessageRow) =>
      write(call(message.read, { params: { id: row.id } }), (before) => asRead(before, (one) => one.id === row.id)),
    /** Up to the newest shown, so that what arrives right now stays unread. */
    readAll: () => {
      const newest = shown?.rows[0]?.id ?? 0;
      const act = call(message.readAll, { params: { id: newest }, body: { category } });
      return write(act, (before) => ({ ...asRead(before, () => true), unread: withoutUnread(before, category) }));
    },
    remove: (row: MessageRow) =>
      write(call(message.remove, { params: { id: row.id } }), (before) => {
        const { unread, total } = asRead(before, (one) => one.id === row.id);
        return { tab: before.tab, rows: before.rows.filter(({ id }) => id !== row.id), total: total - 1, unread };
      }),
  };
}

function joined(before: readonly MessageRow[], list: readonly MessageRow[], isFirst: boolean): MessageRow[] {
  const known = new Set(before.map(({ id }) => id));
  const isGap = isFirst && !list.some(({ id }) => known.has(id));
  const oldest = list.at(-1)?.id ?? 0;
  // Rows missing from the reloaded part are gone.
  const kept = isGap ? [] : isFirst ? before.filter(({ id }) => id < oldest) : before;
  const fresh = new Map([...kept, ...list].map((row) => [row.id, row]));
  return [...fresh.values()].sort((a, b) => b.id - a.id);
}

function asRead(before: Shown, isMeant: (row: MessageRow) => boolean): Shown {
  const unread = { ...before.unread };
  const rows = before.rows.map((row) => {
    if (row.read_at !== null || !isMeant(row)) return row;
    // The server's categories are the contract's.
    const name = row.category as MessageCategory;
    unread[name] = Math.max(0, (unread[name] ?? 0) - 1);
    return { ...row, read_at: row.created_at };
  });
  return { ...before, rows, unread };
}

const withoutUnread = ({ unread }: Shown, category: MessageCategory | undefined): Shown["unread"] =>
  category ? { ...unread, [category]: 0 } : {};
