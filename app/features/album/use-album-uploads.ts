import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { CallError } from "~/app/api/call-error";
import { toast } from "~/app/api/toast";
import { t } from "~/app/i18n/t";
import { type AlbumCategory, type AlbumEntry, albumLimits, categoriesOf } from "~/contract/house/album";
import { heicRefused, isHeic, type Media } from "~/contract/shared/upload";
import { mimeOf } from "../upload/mime-of";
import { shrinkPicture } from "../upload/shrink-picture";
import { complaint, mimesOf, send } from "../upload/use-uploads";

/** Larger files are identified by name and times: reading a whole film for this takes too long. */
const readable = 32 * 1024 * 1024;

export interface Incoming {
  key: string;
  file: File;
  isFilm: boolean;
  thumb: string;
  state: "waiting" | "sending" | "failed";
  progress: number;
  reason: string;
  /** Its place among those that were chosen; a slow one does not lose it. */
  ordinal: number;
}

const atOnce = 3;

interface AlbumUploads {
  items: readonly AlbumEntry[];
  category: AlbumCategory | undefined;
  onChange: Dispatch<SetStateAction<AlbumEntry[]>>;
}

export function useAlbumUploads({ items, category, onChange }: AlbumUploads) {
  const [incoming, setIncoming] = useState<readonly Incoming[]>([]);
  const [done, setDone] = useState(0);
  // Uploads change several times between two renders.
  const jobs = useRef<readonly Incoming[]>([]);
  const sendings = useRef(new Map<string, AbortController>());
  const known = useRef<{ print: string; key: string; id?: number }[]>([]);
  const addresses = useRef<string[]>([]);
  const ordinals = useRef(new Map<number, number>());
  const present = useRef(items);
  present.current = items;

  const keep = (next: readonly Incoming[]) => {
    jobs.current = next;
    setIncoming(next);
  };
  const update = (key: string, part: Partial<Incoming>) =>
    keep(jobs.current.map((job) => (job.key === key ? { ...job, ...part } : job)));
  const drop = (key: string) => keep(jobs.current.filter((job) => job.key !== key));

  // Leaving cancels pending uploads; until then pictures are shown from their files.
  useEffect(
    () => () => {
      for (const sending of sendings.current.values()) sending.abort();
      for (const address of addresses.current) URL.revokeObjectURL(address);
    },
    [],
  );

  const addressOf = (bytes: Blob): string => {
    const address = URL.createObjectURL(bytes);
    addresses.current.push(address);
    return address;
  };

  async function add(files: Iterable<File>): Promise<void> {
    const complaints: string[] = [];
    if (jobs.current.every(({ state }) => state === "failed")) setDone(0);
    for (const file of files) {
      const wrong = await accept(file);
      if (wrong && !complaints.includes(wrong)) complaints.push(wrong);
    }
    if (complaints.length > 0) {
      const rest = complaints.length > 3 ? t("等{n}项", { n: complaints.length }) : "";
      toast.error(complaints.slice(0, 3).join("；") + rest, { duration: 8_000 });
    }
  }

  async function accept(file: File): Promise<string | undefined> {
    const mime = await mimeOf(file);
    const isFilm = mimesOf("film").includes(mime);
    if (isHeic(mime)) return t("{name}：{why}", { name: file.name, why: t(heicRefused) });
    if (!isFilm && !mimesOf("album").includes(mime))
      return t("{name}：仅支持JPG、PNG、WEBP图片和MP4视频", { name: file.name });
    const print = await fingerprintOf(file);
    if (known.current.some((other) => other.print === print && isHere(other)))
      return t("{name}：已选择过同一文件", { name: file.name });
    const limit = isFilm ? albumLimits.films : albumLimits.images;
    const count = [...present.current.map(({ is_film }) => is_film), ...jobs.current.map((job) => job.isFilm)];
    if (count.filter((other) => other === isFilm).length >= limit)
      return isFilm ? t("视频最多{limit}个", { limit }) : t("图片最多{limit}张", { limit });
    const ordinal = known.current.length;
    const key = String(ordinal);
    known.current.push({ print, key });
    const fresh = { key, thumb: "", file, isFilm, state: "waiting", progress: 0, reason: "", ordinal } as const;
    keep([...jobs.current, fresh]);
    pump();
    return undefined;
  }

  const isHere = ({ key, id }: { key: string; id?: number }) =>
    jobs.current.some((job) => job.key === key) || present.current.some(({ media_id }) => media_id === id);

  function pump(): void {
    const free = atOnce - jobs.current.filter(({ state }) => state === "sending").length;
    for (const job of jobs.current.filter(({ state }) => state === "waiting").slice(0, Math.max(0, free))) deliver(job);
  }

  async function deliver(job: Incoming): Promise<void> {
    const { key, isFilm } = job;
    const scene = isFilm ? "film" : "album";
    const sending = new AbortController();
    sendings.current.set(key, sending);
    update(key, { state: "sending", progress: 0, reason: "" });
    try {
      const { file, small } = isFilm ? { file: job.file } : await shrinkPicture(job.file);
      const thumb = job.thumb || (small ? addressOf(small) : "");
      update(key, { thumb });
      const wrong = await complaint(file, scene);
      if (wrong) throw new Error(wrong);
      const { signal } = sending;
      if (signal.aborted) return;
      const onProgress = (progress: number) => update(key, { progress });
      const media = await send(file, scene, { signal, silent: true, onProgress });
      drop(key);
      arrive({ ...job, file, thumb }, media);
    } catch (error) {
      const isOurs = error instanceof CallError || error instanceof Error;
      if (!sending.signal.aborted)
        update(key, { state: "failed", reason: isOurs ? error.message : t("上传失败，请重试") });
    } finally {
      sendings.current.delete(key);
      pump();
    }
  }

  function arrive({ key, file, thumb, isFilm, ordinal }: Incoming, { id, name }: Media): void {
    for (const other of known.current) if (other.key === key) other.id = id;
    const url = addressOf(file);
    ordinals.current.set(id, ordinal);
    setDone((count) => count + 1);
    const mayBe = categoriesOf(isFilm);
    const own = isFilm ? "video" : "exterior";
    const entry: AlbumEntry = {
      ...{ media_id: id, name, url, thumb: isFilm ? null : thumb || url, is_film: isFilm },
      category: category && mayBe.includes(category) ? category : own,
      ...{ caption: null, sort: 0, is_cover: false },
    };
    onChange((now) => {
      if (now.some(({ media_id }) => media_id === id)) return now;
      // Before the first one chosen later but arrived earlier.
      const later = now.findIndex(({ media_id }) => (ordinals.current.get(media_id) ?? -1) > ordinal);
      return later < 0 ? [...now, entry] : [...now.slice(0, later), entry, ...now.slice(later)];
    });
  }

  const retry = (keys: readonly string[]) => {
    for (const key of keys) update(key, { state: "waiting", progress: 0, reason: "" });
    pump();
  };
  const cancel = (keys: readonly string[]) => {
    for (const key of keys) {
      drop(key);
      sendings.current.get(key)?.abort();
    }
  };
  return { incoming, done, add, retry, cancel };
}

/** Equal texts mean the same file: by its bytes if the browser allows it (https), else by name, size and time. */
async function fingerprintOf(file: File): Promise<string> {
  const byMetadata = `${file.name}:${file.size}:${file.lastModified}`;
  // Absent without https, despite its type.
  const subtle: SubtleCrypto | undefined = window.crypto?.subtle;
  if (!subtle || file.size > readable) return byMetadata;
  try {
    const hash = await subtle.digest("SHA-256", await file.arrayBuffer());
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  } catch {
    return byMetadata;
  }
}
