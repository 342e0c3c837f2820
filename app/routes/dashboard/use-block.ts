import { useCallback, useState } from "react";
import { callLoosely } from "~/app/api/call";
import { useAsync } from "~/app/blocks/detail/use-async";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { type BlockData, type DashboardBlock, dashboard } from "~/contract/dashboard/dashboard";
import type { Input, Reply } from "~/contract/endpoint";
import type { OpenRows } from "./figure-address";

export type DashboardQuery = Input<typeof dashboard.get>["query"];
export type Blocks = Reply<typeof dashboard.get>;

export function useBlocks(query: DashboardQuery | undefined) {
  const key = query ? JSON.stringify(query) : "";
  return useAsync(
    useCallback(
      // As `call` says: the contract says what the server answers.
      (signal: AbortSignal) =>
        (key
          ? callLoosely(dashboard.get, { query: JSON.parse(key) }, { signal, silent: true })
          : Promise.resolve(undefined)) as Promise<Blocks | undefined>,
      [key],
    ),
  );
}

export type CommonCall = Pick<ReturnType<typeof useBlocks>, "answer" | "hasFailed" | "again">;

export interface ChartBlockProps {
  common: CommonCall;
  query: DashboardQuery;
  onOpen?: (rows: OpenRows) => void;
  isBare?: boolean;
}

export const useHeld = () => new Set<string>(useProfile().permissions);

export const periodOf = ({ from, to }: { from: string; to: string }) => t("{from} 至 {to}", { from, to });

export const periodIn = ({ from, to }: DashboardQuery) => (from && to ? periodOf({ from, to }) : "");

/**
 * A block out of the call that it has in common with others; by a call of its own where another kind is chosen (`own`), or when it is asked again because it alone
 * has failed.
 */
export function useBlock<B extends DashboardBlock>(
  block: B,
  common: CommonCall,
  query: DashboardQuery,
  own?: DashboardQuery,
) {
  const [isAsked, setAsked] = useState(false);
  const isAlone = own !== undefined || isAsked;
  const alone = useBlocks(isAlone ? { ...query, ...own, blocks: [block] } : undefined);
  const source = isAlone ? alone : common;
  const answer = source.answer?.[block];
  return {
    // The block of that name.
    data: (answer?.data ?? undefined) as BlockData[B] | undefined,
    error: source.hasFailed ? "" : answer?.error?.message,
    again: () => (source.hasFailed || isAlone ? source.again() : setAsked(true)),
  };
}
