import { useSearchParams } from "@remix-run/react";
import { IconUsers } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { call } from "~/app/api/call";
import { onWritten } from "~/app/api/written";
import basic from "~/app/basic.module.css";
import { lazyPart } from "~/app/blocks/lazy-part";
import { formatTotal } from "~/app/blocks/list/format-total";
import type { SavedViewsProps } from "~/app/blocks/slots";
import { t } from "~/app/i18n/t";
import { type Endpoint, writeQuery } from "~/contract/endpoint";
import type { SavedView } from "~/contract/personal/user";
import { readQuery } from "~/contract/read-query";
import { countLimit, listCount } from "~/contract/shared/list-count";
import classes from "./saved-views.module.css";
import { searchOf, useSavedViews, viewQuery } from "./use-saved-views";

type Counts = ReadonlyMap<string, string>;

const asListed = (endpoint: Endpoint, query: string): string =>
  // A query is an object of named values.
  writeQuery(readQuery(new URLSearchParams(query), endpoint) as Record<string, unknown>).toString();

/** The row counts of the first six views, by id: one call once the list is shown, and one after each write. */
function useViewCounts(endpoint: Endpoint, views: readonly Pick<SavedView, "id" | "query">[]): Counts {
  const { line } = endpoint;
  const [counts, setCounts] = useState<Counts>(new Map());
  const asked = JSON.stringify(views.slice(0, countLimit).map(({ id, query }) => [id, asListed(endpoint, query)]));
  // Not in a loader: the list does not wait for its tabs' counts.
  useEffect(() => {
    const known: [id: string, query: string][] = JSON.parse(asked);
    if (known.length === 0) return;
    let own = new AbortController();
    const count = async () => {
      own.abort();
      own = new AbortController();
      const { signal } = own;
      const body = { list: line, queries: known.map(([, query]) => query) };
      const reply = await call(listCount.count, { body }, { signal, silent: true }).catch(() => []);
      if (signal.aborted) return;
      const told = known.flatMap(([id], index): [string, string][] => {
        const { total = null, total_capped = false } = reply[index] ?? {};
        return total === null ? [] : [[id, formatTotal({ total, total_capped })]];
      });
      setCounts(new Map(told));
    };
    count();
    const stop = onWritten(count);
    return () => {
      stop();
      own.abort();
    };
  }, [line, asked]);
  return counts;
}

const ViewMenu = lazyPart(() => import("./view-menu"), "ViewMenu");
const ViewForm = lazyPart(() => import("./view-form"), "ViewForm");
const Confirm = lazyPart(() => import("~/app/blocks/feedback/confirm"), "Confirm");

const look = `${basic.plain} ${basic.inlineRow} ${basic.gap4} ${basic.fixed} ${basic.oneLine} ${basic.size14} ${basic.sinks} ${basic.touch} ${classes.view}`;

export function SavedViews({ list, endpoint, columns, onColumns }: SavedViewsProps) {
  const [search, setSearch] = useSearchParams();
  const { views, own = [], save, pending } = useSavedViews(list);
  const [open, setOpen] = useState<"rename" | "remove">();
  const active = views.find(({ id }) => id === search.get("saved"));
  const counts = useViewCounts(endpoint, views);
  const query = viewQuery(endpoint, search);
  const isModified = active !== undefined && active.query !== query;
  const others = own.filter(({ id }) => id !== active?.id);

  // The columns follow the view in the address, also when it is opened by a link.
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    if (active?.id === shown) return;
    setShown(active?.id);
    onColumns(active?.columns ?? null);
  }, [active, shown, onColumns]);

  const choose = (view: SavedView | undefined) => setSearch(searchOf(view));
  const change = (part: Partial<SavedView>) =>
    active && save(own.map((view) => (view.id === active.id ? { ...view, ...part } : view)));

  if (views.length === 0) return null;
  return (
    <nav className={`${basic.row} ${basic.shrinks} ${basic.strip}`} aria-label={t("视图")}>
      <button type="button" className={look} aria-pressed={!active} onClick={() => choose(undefined)}>
        {t("默认视图")}
      </button>
      {views.map((view) => (
        <button
          key={view.id}
          type="button"
          className={look}
          aria-pressed={view === active}
          title={view.own ? undefined : t("{name} 共享", { name: view.owner.name })}
          onClick={() => choose(view)}
        >
          {view.own ? null : <IconUsers size={13} aria-hidden />}
          {view === active && isModified ? t("{name}（已修改）", { name: view.name }) : view.name}
          {counts.has(view.id) ? <span className={basic.dim}>{counts.get(view.id)}</span> : null}
        </button>
      ))}
      {active?.own ? (
        <ViewMenu
          name={active.name}
          pending={pending}
          onUpdate={() => change({ query, columns })}
          onRename={() => setOpen("rename")}
          onRemove={() => setOpen("remove")}
        />
      ) : null}

      {open === "rename" && active ? (
        <ViewForm
          title={t("改名与共享")}
          value={active}
          taken={others.map(({ name }) => name)}
          pending={pending}
          onSubmit={async (naming) => {
            if (await change(naming)) setOpen(undefined);
          }}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {open === "remove" && active ? (
        <Confirm
          title={t("删除视图")}
          text={
            active.shared
              ? t("确定删除视图“{name}”？团队成员也将看不到它。", { name: active.name })
              : t("确定删除视图“{name}”？", { name: active.name })
          }
          confirmLabel={t("删除")}
          pending={pending}
          onConfirm={async () => {
            if (!(await save(others))) return;
            setOpen(undefined);
            choose(undefined);
          }}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </nav>
  );
}
