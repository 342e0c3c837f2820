import { useRef, useState } from "react";
import { call } from "~/app/api/call";
import { CallError } from "~/app/api/call-error";
import { claimsOf, token } from "~/app/api/cookie";
import { toast } from "~/app/api/toast";
import { uploadWhole } from "~/app/api/upload-whole";
import type { KnownMedia } from "~/app/blocks/slots";
import { onSessionEnd } from "~/app/browser/session-memory";
import { t } from "~/app/i18n/t";
import { heicRefused, inParts, isHeic, type Media, type UploadScene, uploadScenes } from "~/contract/shared/upload";
import { system } from "~/contract/system/system";
import { mimeOf } from "./mime-of";

export interface Sending {
  key: string;
  file: File;
  url: string;
  progress: number;
  hasFailed: boolean;
  isInParts?: boolean;
  isPaused?: boolean;
  /** It is in the form already, by this number: saved meanwhile, it is uploaded with the form. */
  keptId?: number | undefined;
}

const kinds: Record<string, string> = {
  "image/jpeg": "JPG",
  "image/png": "PNG",
  "image/webp": "WEBP",
  "video/mp4": "MP4",
  "application/pdf": "PDF",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "DOCX",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "XLSX",
  "text/csv": "CSV",
  "application/vnd.android.package-archive": "APK",
};

export const mimesOf = (scene: UploadScene): readonly string[] => uploadScenes[scene].mimes;

export const isImage = (mime: string) => mime.startsWith("image/");

export const kindOf = (name: string, mime = ""): string => kinds[mime] ?? name.split(".").at(-1)?.toUpperCase() ?? "";

let limits: Promise<Record<string, number>> | undefined;

onSessionEnd(() => {
  limits = undefined;
});

function uploadLimits(): Promise<Record<string, number>> {
  limits ??= call(system.publicConfig, undefined, { silent: true }).then(({ upload_limits }) => upload_limits);
  limits.catch(() => {
    limits = undefined;
  });
  return limits;
}

export async function complaint(file: File, scene: UploadScene): Promise<string | undefined> {
  const mimes = mimesOf(scene);
  const mime = await mimeOf(file);
  if (isHeic(mime)) return t("{name}：{why}", { name: file.name, why: t(heicRefused) });
  if (!mimes.includes(mime))
    return t("{name}：仅支持{kinds}", { name: file.name, kinds: mimes.map((mime) => kindOf("", mime)).join("、") });
  if (file.size === 0) return t("{name}：文件是空的", { name: file.name });
  const megabytes = (await uploadLimits())[uploadScenes[scene].limit];
  if (megabytes && file.size > megabytes * 1024 * 1024)
    return t("{name}：文件超过{n}MB", { name: file.name, n: megabytes });
  return undefined;
}

interface SendOptions {
  onProgress: (percent: number) => void;
  signal?: AbortSignal;
  silent?: boolean;
  isQuietWhenLost?: boolean;
}

export async function send(file: File, scene: UploadScene, { onProgress, ...options }: SendOptions): Promise<Media> {
  const body = { scene, filename: file.name.slice(-200), mime: await mimeOf(file) };
  if (inParts(scene)) {
    const { sendInParts } = await import("./send-in-parts");
    return sendInParts(file, { ...body, size: file.size }, { ...options, onProgress });
  }
  const told = (loaded: number, total: number) => onProgress(Math.round((loaded / total) * 100));
  return uploadWhole(file, body, { ...options, onProgress: told });
}

const keptFiles = () => import("~/app/api/kept-files");
const owner = () => claimsOf(token()).sub ?? "";

/** Keeps a file here until its form is sent; undefined where it cannot be. */
async function keep(file: File, scene: UploadScene): Promise<number | undefined> {
  const kind = { scene, mime: await mimeOf(file) };
  return keptFiles()
    .then(({ keepFile }) => keepFile(owner(), file, kind))
    .catch(() => undefined);
}

interface Uploading {
  scene: UploadScene;
  /** Its form may be saved without a network: a file waits here until then. */
  mayWait?: boolean | undefined;
  label: string;
  max: number;
  value: readonly number[];
  onChange: (ids: number[]) => void;
}

export function useUploads({ scene, mayWait = false, label, max, value, onChange }: Uploading) {
  const [sending, setSending] = useState<Sending[]>([]);
  const [sent, setSent] = useState<KnownMedia[]>([]);
  // Several files end at different times, each after the current render.
  const ids = useRef(value);
  ids.current = value;
  const running = useRef(new Map<string, AbortController>());
  const room =
    max - value.length - sending.filter(({ hasFailed, keptId }) => !hasFailed && keptId === undefined).length;

  const update = (key: string, part: Partial<Sending>) =>
    setSending((list) => list.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)));
  const setIds = (next: number[]) => {
    ids.current = next;
    onChange(next);
  };
  const leaveOut = (id: number | undefined) => id !== undefined && setIds(ids.current.filter((one) => one !== id));
  const end = (key: string) => {
    running.current.get(key)?.abort();
    setSending((list) => list.filter((entry) => entry.key !== key));
  };
  const forget = ({ key, keptId }: Sending) => {
    leaveOut(keptId);
    end(key);
  };
  const pause = (key: string) => {
    update(key, { isPaused: true });
    running.current.get(key)?.abort();
  };

  async function add(files: Iterable<File>): Promise<void> {
    const list = [...files];
    const isPictures = mimesOf(scene).every(isImage);
    if (list.length > room)
      toast.error(isPictures ? t("{label}最多{max}张", { label, max }) : t("{label}最多{max}个", { label, max }));
    await Promise.all(list.slice(0, Math.max(0, room)).map(addOne));
  }

  async function addOne(chosen: File): Promise<void> {
    const wrong = await complaint(chosen, scene).catch(() => undefined);
    if (wrong) return toast.error(wrong);
    const file = scene === "avatar" ? await (await import("./square-picture")).squarePicture(chosen) : chosen;
    const key = URL.createObjectURL(file);
    const shown = { url: isImage(await mimeOf(file)) ? key : "", isInParts: inParts(scene) };
    const keptId = mayWait ? await keep(file, scene) : undefined;
    const entry = { key, file, ...shown, keptId, progress: 0, hasFailed: false };
    setSending((list) => [...list, entry]);
    if (keptId !== undefined) setIds([...ids.current, keptId]);
    await deliver(entry);
  }

  async function deliver({ key, file, url, keptId }: Sending): Promise<void> {
    const own = new AbortController();
    running.current.set(key, own);
    const take = ({ id, name, mime }: Pick<Media, "id" | "name" | "mime">) => {
      setSent((known) => [...known, { id, name, mime, url }]);
      setIds([...ids.current.filter((one) => one !== keptId), id]);
      end(key);
    };
    try {
      const done = await send(file, scene, {
        onProgress: (progress) => update(key, { progress }),
        signal: own.signal,
        isQuietWhenLost: keptId !== undefined,
      });
      if (keptId !== undefined) await keptFiles().then(({ noteUploaded }) => noteUploaded(owner(), keptId, done.id));
      take(done);
    } catch (error) {
      if (own.signal.aborted) return;
      if (keptId !== undefined && error instanceof CallError && error.status === 0)
        return take({ id: keptId, name: file.name, mime: await mimeOf(file) });
      // The call has shown it; the tile stays to show which file is missing. A paused one waits.
      leaveOut(keptId);
      update(key, { hasFailed: true, keptId: undefined });
    }
  }

  function retry(entry: Sending): void {
    if (room <= 0) {
      toast.error(t("{label}已满", { label }));
      return;
    }
    update(entry.key, { hasFailed: false, ...(!entry.isInParts && { progress: 0 }) });
    deliver(entry);
  }
  const resume = (entry: Sending) => {
    update(entry.key, { isPaused: false });
    deliver(entry);
  };

  return { sending, sent, room, add, retry, forget, pause, resume };
}
