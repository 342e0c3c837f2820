import { useSearchParams } from "@remix-run/react";
import { IconUsers } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import basic from "~/app/basic.module.css";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { SavedViewsProps } from "~/app/blocks/slots";
import { t } from "~/app/i18n/t";
import type { SavedView } from "~/contract/personal/user";
import classes from "./saved-views.module.css";
import { searchOf, useSavedViews, viewQuery } from "./use-saved-views";
import { useViewCounts } from "./use-view-counts";

const ViewMenu = lazyPart(() => import("./view-menu"), "ViewMenu");
const ViewForm = lazyPart(() => import("./view-form"), "ViewForm");
const Confirm = lazyPart(() => import("~/app/blocks/feedback/confirm"), "Confirm");

const look = `${basic.plain} ${basic.inlineRow} ${basic.gap4} ${basic.fixed} ${basic.oneLine} ${basic.size14} ${basic.sinks} ${basic.touch} ${classes.view}`;

/** A list's saved views, the user's own and the team's, in one strip with its tabs; the chosen one is in the address (`saved`). */
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
