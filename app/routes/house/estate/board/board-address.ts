import { useDebouncedCallback } from "@mantine/hooks";
import { useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { unitStatuses } from "~/contract/house/unit";
import { layouts } from "~/contract/shared/property";
import { type BoardFilter, noFilter } from "./board-filter";

const writtenAfter = 250;

const known = (text: string | null, options: object): string[] =>
  (text ?? "").split(",").filter((one) => one in options);

export function readFilter(search: URLSearchParams): BoardFilter {
  const max = search.get("max") ?? "";
  return {
    // Only keys of the contract's states are left.
    statuses: known(search.get("status"), unitStatuses) as BoardFilter["statuses"],
    layouts: known(search.get("layout"), layouts),
    budget: /^\d{1,9}(\.\d{1,2})?$/.test(max) ? max : noFilter.budget,
    isMine: search.get("mine") === "1",
  };
}

function writeFilter(search: URLSearchParams, { statuses, layouts: wanted, budget, isMine }: BoardFilter) {
  const next = new URLSearchParams(search);
  const values = { status: statuses.join(","), layout: wanted.join(","), max: budget, mine: isMine ? "1" : "" };
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

export function useBoardFilter(): [BoardFilter, (next: BoardFilter) => void] {
  const [search, setSearch] = useSearchParams();
  const [filter, setFilter] = useState(() => readFilter(search));
  const write = useDebouncedCallback(
    (next: BoardFilter) =>
      setSearch((present) => writeFilter(present, next), { replace: true, preventScrollReset: true }),
    writtenAfter,
  );
  return [
    filter,
    (next) => {
      setFilter(next);
      write(next);
    },
  ];
}
