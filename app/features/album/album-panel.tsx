import { Button, Text } from "@mantine/core";
import clsx from "clsx";
import { type MutableRefObject, useEffect, useRef, useState } from "react";
import type { WriteError } from "~/app/api/writes";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { Waiting } from "~/app/blocks/feedback/waiting";
import { LeaveGuard } from "~/app/blocks/form/leave-guard";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import type { Album, AlbumEntry, AlbumReplace } from "~/contract/house/album";
import { AlbumGallery } from "./album-gallery";
import { AlbumStale } from "./album-stale";
import { isSameAlbum } from "./merge-albums";

const AlbumEditor = lazyPart(
  () => import("./album-editor"),
  "AlbumEditor",
  () => <Waiting shape="cards" />,
);

interface Then {
  onSuccess: (album: Album) => void;
  onError: (error: WriteError) => void;
}

interface AlbumPanelProps {
  /** The owner's album; absent while the owner is not created yet: new files are kept, and saved as soon as there is an album. */
  album: Album | undefined;
  mayEdit: boolean;
  pending: boolean;
  /** Saves it: `(body, then) => run("saveAlbum", { params, body }, { success: t("相册已保存"), ...then })`. */
  onSave: (body: AlbumReplace, then: Then) => void;
  staying?: (ids: readonly number[]) => string | undefined;
  dirty?: MutableRefObject<boolean>;
}

export function AlbumPanel({ album, mayEdit, ...props }: AlbumPanelProps) {
  if (mayEdit) return <EditedAlbum album={album} {...props} />;
  return (
    <Panel title={t("相册")}>
      <AlbumGallery items={album?.items ?? []} />
    </Panel>
  );
}

const nothing: readonly AlbumEntry[] = [];

function EditedAlbum({ album, pending, onSave, staying, dirty }: Omit<AlbumPanelProps, "mayEdit">) {
  const [base, setBase] = useState(album);
  const [items, setItems] = useState<AlbumEntry[]>(() => [...(album?.items ?? [])]);
  const [stale, setStale] = useState<Album>();
  const [problem, setProblem] = useState("");
  const [sending, setSending] = useState(0);
  const wasNew = useRef(album === undefined);
  const saved = base?.items ?? nothing;
  const isChanged = !isSameAlbum(items, saved);
  const own = useRef(false);
  const isDirty = dirty ?? own;
  isDirty.current = isChanged || sending > 0;
  const shown = useRef(items);
  shown.current = items;

  // Somebody else saved it, and the page was reloaded: if nothing was changed here, the new album is shown.
  if (album && base && album.version !== base.version && !isChanged && !pending) {
    setBase(album);
    setItems([...album.items]);
  }

  function save(from: Album, wanted: readonly AlbumEntry[]): void {
    const sent = new Set(wanted.map(({ media_id }) => media_id));
    setProblem("");
    onSave(
      { version: from.version, items: toItems(wanted) },
      {
        onSuccess: (kept) => {
          // What arrived during the save is not saved yet.
          const added = shown.current.filter(({ media_id }) => !sent.has(media_id));
          setBase(kept);
          setStale(undefined);
          setItems([...kept.items, ...added]);
          // At once, not with the next render: after the save the user may go on.
          isDirty.current = added.length > 0 || sending > 0;
        },
        onError: (error) => {
          if (isAlbum(error.data)) setStale(error.data);
          else setProblem(error.fields[0]?.message ?? error.message);
        },
      },
    );
  }
  const saveNew = useRef(save);
  saveNew.current = save;

  // The owner was just created: files added before can be saved now.
  useEffect(() => {
    if (!album || !wasNew.current) return;
    wasNew.current = false;
    setBase(album);
    if (items.length > 0) saveNew.current(album, items);
  }, [album, items]);

  const resolve = (theirs: Album, merged: AlbumEntry[]) => {
    setBase(theirs);
    setItems(merged);
    setStale(undefined);
  };
  return (
    <Panel
      title={t("相册")}
      tools={base ? null : <span className={`${basic.dim} ${basic.size13}`}>{t("新增后自动保存相册")}</span>}
    >
      <LeaveGuard isDirty={isDirty} />
      {stale ? <AlbumStale base={saved} mine={items} theirs={stale} onResolve={resolve} /> : null}
      {problem ? (
        <Text c="var(--mantine-color-error)" mb={12} role="alert">
          {problem}
        </Text>
      ) : null}
      <AlbumEditor {...{ items, saved, staying }} isFixed={pending} onChange={setItems} onSending={setSending} />
      {base ? (
        <div
          className={clsx(basic.wrap, basic.end, basic.gap8, isChanged && [basic.foot, basic.overlined])}
          style={{ zIndex: 4, marginTop: 12, paddingBlock: isChanged ? 10 : 0 }}
        >
          <span className={`${basic.dim} ${basic.size13}`} role="status">
            {isChanged ? t("有未保存的修改") : ""}
          </span>
          <Button variant="default" disabled={!isChanged || pending} onClick={() => setItems([...saved])}>
            {t("还原")}
          </Button>
          <Button
            variant="light"
            disabled={!isChanged || stale !== undefined}
            loading={pending}
            onClick={() => save(base, items)}
          >
            {t("保存相册")}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

const toItems = (entries: readonly AlbumEntry[]) =>
  entries.map(({ media_id, category, caption, is_cover }, sort) => ({ media_id, category, caption, sort, is_cover }));

const isAlbum = (data: unknown): data is Album =>
  typeof data === "object" && data !== null && "version" in data && "items" in data;
