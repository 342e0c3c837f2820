import { useCallback, useEffect, useRef, useState } from "react";
import { callLoosely } from "~/app/api/call";
import { showActNotice } from "~/app/api/notice";
import { announceWrite } from "~/app/api/written";
import { useAsync } from "~/app/blocks/detail/use-async";
import { t } from "~/app/i18n/t";
import type { Group, Page } from "~/contract/common";
import type { Endpoint } from "~/contract/endpoint";

export interface BoardOf<Row> {
  endpoint: Endpoint;
  field: keyof Row & string;
  options: Readonly<Record<string, string>>;
}

interface BoardActs<Row> {
  nameOf: (row: Row) => string;
  act: (row: Row, to: string) => Promise<Row | undefined>;
  isOneWay?: boolean;
}

const shown = 20;

export interface Column<Row> {
  value: string;
  label: string;
  count: number;
  isCapped: boolean;
  rows: readonly Row[];
}

interface Moved {
  to: string;
  isPending: boolean;
  refusal?: string;
}

async function ask<Row>(
  { endpoint, field, options }: BoardOf<Row>,
  query: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Column<Row>[]> {
  const chosen = Array.isArray(query[field]) && query[field].length ? query[field].map(String) : Object.keys(options);
  const get = (part: Record<string, unknown>) =>
    // As `callLoosely` says: the list's contract says what its server answers.
    callLoosely(endpoint, { query: { ...query, page: 1, ...part } }, { signal, silent: true }) as Promise<Page<Row>>;
  const { groups = [] } = await get({ group: field, [field]: undefined, page_size: 10 });
  const columns = chosen.map(async (value) => {
    const group: Group = groups.find((one) => one.value === value) ?? { value, count: 0, count_capped: false };
    const rows = group.count ? (await get({ group: undefined, [field]: [value], page_size: shown })).list : [];
    return { value, label: options[value] ?? value, count: group.count, isCapped: group.count_capped, rows };
  });
  return Promise.all(columns);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

interface Board<Row> extends Pick<ReturnType<typeof useAsync<Column<Row>[]>>, "again" | "hasFailed"> {
  columns: Column<Row>[] | undefined;
  isPending: (id: number) => boolean;
  refusalOf: (id: number) => string | undefined;
  move: (row: Row, to: string) => void;
}

export function useBoard<Row extends { id: number }>(
  board: BoardOf<Row>,
  query: Record<string, unknown>,
  { nameOf, act, isOneWay = false }: BoardActs<Row>,
): Board<Row> {
  const { field } = board;
  const key = JSON.stringify(query);
  const { answer, again, hasFailed } = useAsync(
    useCallback((signal: AbortSignal) => ask(board, JSON.parse(key), signal), [board, key]),
  );
  const [columns, setColumns] = useState<Column<Row>[]>();
  const [moved, setMoved] = useState<ReadonlyMap<number, Moved>>(new Map());
  const moving = useRef(new Set<number>());
  useEffect(() => setColumns(answer), [answer]);

  const note = (id: number, state: Moved | undefined) =>
    setMoved((now) => {
      const next = new Map(now);
      if (state) next.set(id, state);
      else next.delete(id);
      return next;
    });
  const place = (row: Row, to: string) =>
    setColumns((now) =>
      now?.map((column) => {
        const rest = column.rows.filter(({ id }) => id !== row.id);
        const was = rest.length < column.rows.length ? 1 : 0;
        const is = column.value === to ? 1 : 0;
        const index = column.rows.findIndex(({ id }) => id === row.id);
        const rows = is ? rest.toSpliced(Math.max(0, index), 0, row) : rest;
        return { ...column, rows, count: column.count - was + is };
      }),
    );

  async function move(row: Row, to: string): Promise<void> {
    const from = String(row[field]);
    if (from === to || moving.current.has(row.id)) return;
    moving.current.add(row.id);
    note(row.id, { to, isPending: true });
    place(row, to);
    try {
      const after = await act(row, to);
      note(row.id, undefined);
      place(after ?? row, after ? String(after[field]) : from);
      if (!after) return;
      announceWrite();
      if (!isOneWay) offerBack(after, from);
    } catch (error) {
      place(row, from);
      note(row.id, { to, isPending: false, refusal: messageOf(error) });
    } finally {
      moving.current.delete(row.id);
    }
  }

  const offerBack = (row: Row, from: string) =>
    showActNotice({
      id: `board-${row.id}`,
      color: "teal",
      message: t("已把{name}移到“{to}”", { name: nameOf(row), to: t(board.options[String(row[field])] ?? "") }),
      label: t("撤销"),
      onAct: () => void move(row, from),
    });

  return {
    columns,
    again,
    hasFailed,
    isPending: (id) => moved.get(id)?.isPending ?? false,
    refusalOf: (id) => moved.get(id)?.refusal,
    move: (row, to) => void move(row, to),
  };
}
