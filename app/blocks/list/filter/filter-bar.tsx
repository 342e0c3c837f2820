import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { ahead, lazyPart } from "~/app/blocks/lazy-part";
import { Kbd } from "~/app/blocks/shortcuts/kbd";
import { useShortcuts } from "~/app/blocks/shortcuts/shortcuts";
import { t } from "~/app/i18n/t";
import type { Endpoint } from "~/contract/endpoint";
import { takesWhere } from "~/contract/where-fields";
import classes from "./filter-bar.module.css";
import { FilterInput } from "./filter-input";
import type { Filter } from "./list-filters";
import { isSet } from "./narrowing";
import { useNarrowed } from "./use-narrowed";

const panel = ahead(() => import("./narrow-panel"));
const NarrowPanel = lazyPart(panel.load, "NarrowPanel");
const FilterChips = lazyPart(() => import("./filter-chips"), "FilterChips");

type Query = Record<string, unknown>;

interface FilterBarProps {
  endpoint?: Endpoint;
  filters: readonly Filter[];
  query: Query;
  /** What differs from the list's initial filter; default: all that is set. */
  filtered?: readonly string[];
  onSubmit: (query: Query) => void;
  onReset: () => void;
  keep?: ReactNode;
  tools?: ReactNode;
}

export function FilterBar({ endpoint, filters, query, filtered, onSubmit, onReset, keep, tools }: FilterBarProps) {
  const { values, set, typing } = useNarrowed(filters, query, onSubmit);
  const [at, setAt] = useState<string>();
  const search = useRef<HTMLDivElement>(null);
  const keyword = filters.find(({ kind }) => kind === "keyword");
  const hasMore = filters.some((filter) => filter !== keyword) || (endpoint !== undefined && takesWhere(endpoint));
  const isOff = (filter: Filter) => (filtered ? filter.names.some((name) => filtered.includes(name)) : true);
  const isNarrowed = filtered ? filtered.length > 0 : filters.some((filter) => isSet(query, filter));
  const hasChips = query.where !== undefined || filters.some((filter) => filter !== keyword && isSet(query, filter));
  const open = (key: string) => {
    setAt(key);
    panel.reach().then((hasCome) => hasCome || setAt(undefined));
  };
  const focusSearch = () => {
    const field = search.current?.querySelector("input");
    field?.focus();
    field?.select();
  };
  useShortcuts("list", () => [keyword && { key: "/", label: t("搜索本列表"), run: focusSearch }]);
  return (
    <div className={`${classes.line} ${basic.row} ${basic.gap8}`}>
      {/* biome-ignore lint/a11y/useSemanticElements: React 18 does not know <search>. */}
      <div className={`${classes.bar} ${basic.row} ${basic.gap8}`} role="search" aria-label={t("筛选")}>
        {keyword ? (
          <div ref={search} className={`${classes.search} ${basic.fixed} ${basic.relative}`} {...typing}>
            <FilterInput filter={keyword} values={values} onChange={(part) => set(part, true)} isBare />
            <Kbd of="/" />
          </div>
        ) : null}
        {hasMore ? (
          <div className={`${basic.relative} ${basic.fixed}`} data-narrow {...typing}>
            <Button
              variant="default"
              px={12}
              leftSection={<IconPlus size={16} aria-hidden />}
              aria-haspopup="dialog"
              aria-expanded={at !== undefined}
              onClick={() => (at === undefined ? open("") : setAt(undefined))}
            >
              {t("筛选")}
            </Button>
            {at === undefined ? null : (
              <NarrowPanel
                key={at}
                at={at}
                {...{ endpoint, filters, values }}
                onChange={set}
                onClose={() => setAt(undefined)}
              />
            )}
          </div>
        ) : null}
        {hasChips ? (
          <div className={`${classes.set} ${basic.strip}`}>
            <FilterChips {...{ endpoint, filters, query, isOff }} onChange={set} onOpen={open} />
          </div>
        ) : null}
        {isNarrowed ? (
          <div className={`${basic.row} ${basic.gap8} ${basic.fixed}`}>
            <Button variant="subtle" color="gray" px={6} onClick={onReset}>
              {t("清空")}
            </Button>
            {keep}
          </div>
        ) : null}
      </div>
      {tools ? <div className={`${basic.row} ${basic.gap8} ${basic.fixed} ${basic.pushed}`}>{tools}</div> : null}
    </div>
  );
}
