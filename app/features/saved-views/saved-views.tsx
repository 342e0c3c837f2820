import { Button } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { IconBookmarkPlus, IconUsers } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { SavedViewsProps } from "~/app/blocks/plugins";
import { t } from "~/app/i18n/t";
import { type SavedView, viewLimit } from "~/contract/personal/user";
import classes from "./saved-views.module.css";
import { useSavedViews, viewQuery } from "./use-saved-views";
import { useViewCounts } from "./use-view-counts";

const ViewMenu = lazyPart(() => import("./view-menu"), "ViewMenu");
const ViewForm = lazyPart(() => import("./view-form"), "ViewForm");
const Confirm = lazyPart(() => import("~/app/blocks/feedback/confirm"), "Confirm");

type Open = "new" | "rename" | "remove";

/** A list's saved views as chips: one's own and the team's; the chosen one lives in the address (`saved`). */
export function SavedViews({ list, endpoint, isFiltered, columns, onColumns }: SavedViewsProps) {
  const [search, setSearch] = useSearchParams();
  const { views, save, pending } = useSavedViews(list);
  const [open, setOpen] = useState<Open>();
  const active = views.find(({ id }) => id === search.get("saved"));
  const counts = useViewCounts(endpoint, views);
  const query = viewQuery(endpoint, search);
  const isModified = active !== undefined && active.query !== query;
  const own = views.filter((view) => view.own).map(({ own: _, owner: __, ...view }) => view);
  const others = own.filter(({ id }) => id !== active?.id);

  // The columns follow the view that the address names, also when it is opened by a link.
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    if (active?.id === shown) return;
    setShown(active?.id);
    onColumns(active?.columns ?? null);
  }, [active, shown, onColumns]);

  const choose = (view: SavedView | undefined) =>
    setSearch(new URLSearchParams(view ? `${view.query}${view.query && "&"}saved=${view.id}` : ""));
  const change = (part: Partial<SavedView>) =>
    active && save(own.map((view) => (view.id === active.id ? { ...view, ...part } : view)));

  const maySave = isFiltered && (!active || isModified) && own.length < viewLimit;
  if (views.length === 0 && !maySave && !open) return null;
  return (
    <nav className={classes.bar} aria-label={t("视图")}>
      {views.length ? (
        <Button
          size="compact-sm"
          radius="xl"
          variant="default"
          className={classes.chip}
          aria-pressed={!active}
          onClick={() => choose(undefined)}
        >
          {t("默认视图")}
        </Button>
      ) : null}
      {views.map((view) => (
        <Button
          key={view.id}
          size="compact-sm"
          radius="xl"
          variant="default"
          className={classes.chip}
          aria-pressed={view === active}
          leftSection={view.own ? null : <IconUsers size={13} aria-hidden />}
          title={view.own ? undefined : t("{name} 共享", { name: view.owner.name })}
          onClick={() => choose(view)}
        >
          {view === active && isModified ? t("{name}（已修改）", { name: view.name }) : view.name}
          {counts.has(view.id) ? <span className={classes.count}>{counts.get(view.id)}</span> : null}
        </Button>
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
      {maySave ? (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBookmarkPlus size={15} aria-hidden />}
          onClick={() => setOpen("new")}
        >
          {t("保存视图")}
        </Button>
      ) : null}

      {open === "new" || (open === "rename" && active) ? (
        <ViewForm
          title={open === "new" ? t("保存视图") : t("改名与共享")}
          value={open === "rename" && active ? active : undefined}
          taken={(open === "new" ? own : others).map(({ name }) => name)}
          pending={pending}
          onSubmit={async (naming) => {
            const id = Math.random().toString(36).slice(2, 10);
            const isSaved =
              open === "new" ? await save([...own, { ...naming, id, query, columns }]) : await change(naming);
            if (!isSaved) return;
            setOpen(undefined);
            if (open === "new") choose({ ...naming, id, query, columns });
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
