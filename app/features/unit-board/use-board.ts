import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { call } from "~/app/api/call";
import { onTopic } from "~/app/api/events";
import { useAsync } from "~/app/blocks/detail/use-async";
import { type Board, BoardEvent, type UnitRow, unit } from "~/contract/house/unit";

const pollEvery = 60_000;
/** Events of another building change only the estate's totals: several of them cause one request. */
const countsWait = 3_000;

interface Heard {
  change: Partial<UnitRow>;
  /** The number of the last request at that time: older answers do not include it. */
  turn: number;
  times: number;
}

interface Answer {
  board: Board;
  turn: number;
}

export interface LiveBoard extends Board {
  changes: ReadonlyMap<number, number>;
}

const nothing: ReadonlyMap<number, Heard> = new Map();

/**
 * The live board of one building: others' changes come by the event stream, the user's own are passed to `applyChange`.
 * Without a stream it is reloaded every minute.
 */
export function useBoard(estateId: number, building: string | undefined) {
  const turns = useRef(0);
  const isAsking = useRef(false);
  const isWanted = useRef(false);
  const renew = useRef(() => {});
  const [heard, setHeard] = useState(nothing);
  const former = useRef(new Map<number, UnitRow>());

  const ask = useCallback(
    async (signal: AbortSignal): Promise<Answer> => {
      const turn = ++turns.current;
      isAsking.current = true;
      try {
        const query = { building };
        const board = await call(unit.board, { params: { id: estateId }, query }, { signal, silent: true });
        return { board: { ...board, units: board.units.map((row) => sameOr(former.current.get(row.id), row)) }, turn };
      } finally {
        if (turn === turns.current) {
          isAsking.current = false;
          if (isWanted.current && !signal.aborted) renew.current();
        }
      }
    },
    [estateId, building],
  );
  const { answer, hasFailed, again } = useAsync(ask);

  /** Asks again after the pending answer, which is still shown even if it is outdated. */
  const askAgain = useCallback(() => {
    isWanted.current = isAsking.current;
    if (!isAsking.current) again();
  }, [again]);
  renew.current = askAgain;

  const board = useMemo(() => (answer ? withHeard(answer, heard) : undefined), [answer, heard]);
  former.current = useMemo(() => new Map(board?.units.map((row) => [row.id, row])), [board]);

  const applyChange = useCallback((id: number, change: Partial<UnitRow>, isEvent = false) => {
    setHeard((now) => {
      const before = now.get(id);
      const times = (before?.times ?? 0) + (isEvent ? 1 : 0);
      const turn = turns.current;
      // Changes before the last answer must not return.
      const known = before?.turn === turn ? before.change : undefined;
      return new Map(now).set(id, { change: { ...known, ...change }, turn, times });
    });
  }, []);

  // Another building starts without highlights.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts.
  useEffect(() => setHeard(nothing), [estateId, building]);

  // Others' changes come without a navigation, so no loader can carry them.
  useEffect(() => {
    let isLive = false;
    let later: ReturnType<typeof setTimeout> | undefined;
    const stop = onTopic({
      topic: `board:${estateId}`,
      onLive: (isNow) => {
        isLive = isNow;
        // Events before the stream opened were missed.
        if (isNow) renew.current();
      },
      onEvent: (data) => {
        const event = BoardEvent.safeParse(data).data;
        if (!event || event.unit_id === null) return renew.current();
        const { unit_id, ...change } = event;
        if (former.current.has(unit_id)) return applyChange(unit_id, change, true);
        clearTimeout(later);
        later = setTimeout(() => renew.current(), countsWait);
      },
    });
    const timer = setInterval(() => {
      if (!isLive && document.visibilityState === "visible") renew.current();
    }, pollEvery);
    return () => {
      stop();
      clearTimeout(later);
      clearInterval(timer);
    };
  }, [estateId, applyChange]);

  return { board, hasFailed, again, askAgain, applyChange };
}

function withHeard({ board, turn }: Answer, heard: ReadonlyMap<number, Heard>): LiveBoard {
  const summary = { ...board.summary };
  const units = board.units.map((row) => {
    const later = heard.get(row.id);
    if (!later || later.turn < turn) return row;
    const now = { ...row, ...later.change };
    summary[row.status] -= 1;
    summary[now.status] += 1;
    return now;
  });
  return { ...board, units, summary, changes: new Map([...heard].map(([id, { times }]) => [id, times])) };
}

/** The known row if nothing of it has changed, so that its cell is not rendered again. */
const sameOr = (known: UnitRow | undefined, row: UnitRow): UnitRow =>
  known && JSON.stringify(known) === JSON.stringify(row) ? known : row;
