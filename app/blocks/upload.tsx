import "@mantine/core/styles/Progress.css";
import { CloseButton, Input, Progress, UnstyledButton } from "@mantine/core";
import { IconCamera, IconPhotoPlus } from "@tabler/icons-react";
import clsx from "clsx";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { call } from "~/app/api/call";
import { toast } from "~/app/api/toast";
import { upload } from "~/app/api/upload";
import { t } from "~/app/i18n/t";
import { system } from "~/contract/system";
import { upload as contract, type Media, type UploadScene, uploadScenes } from "~/contract/upload";
import classes from "./upload.module.css";
import { useIsPhone } from "./use-is-phone";

export type KnownMedia = Pick<Media, "id" | "name" | "url">;

interface UploadProps {
  /** What is uploaded decides kinds and size; what `value` names already is in `known`. */
  media: { scene: UploadScene; known?: readonly KnownMedia[] };
  label: string;
  error?: ReactNode;
  max?: number;
  value: readonly number[];
  onChange: (ids: number[]) => void;
}

interface Sending {
  key: string;
  name: string;
  url: string;
  /** 0–100. */
  progress: number;
  hasFailed: boolean;
}

let limits: Promise<Record<string, number>> | undefined;

function uploadLimits(): Promise<Record<string, number>> {
  limits ??= call(system.publicConfig).then(({ upload_limits }) => upload_limits);
  limits.catch(() => {
    limits = undefined;
  });
  return limits;
}

const acceptedKinds = (mimes: readonly string[]) => mimes.map((mime) => mime.split("/")[1]?.toUpperCase()).join("、");

/** Why a file may not be sent, in words; the server decides again. */
async function complaint(file: File, scene: UploadScene): Promise<string | undefined> {
  const { mimes, limit } = uploadScenes[scene];
  if (!(mimes as readonly string[]).includes(file.type))
    return t("{name}：仅支持{kinds}", { name: file.name, kinds: acceptedKinds(mimes) });
  const megabytes = (await uploadLimits())[limit];
  if (megabytes && file.size > megabytes * 1024 * 1024)
    return t("{name}：文件超过{n}MB", { name: file.name, n: megabytes });
  return undefined;
}

async function send(file: File, scene: UploadScene, onProgress: (percent: number) => void): Promise<Media> {
  const body = { scene, filename: file.name, size: file.size, mime: file.type };
  const { media_id, upload_url, headers } = await call(contract.token, { body });
  await upload(
    contract.put,
    { url: upload_url, headers, bytes: file },
    { onProgress: (loaded, total) => onProgress(Math.round((loaded / total) * 100)) },
  );
  return call(contract.complete, { body: { media_id } });
}

/** Pictures of a record: sent at once with their progress, shown small, removable; the form holds their numbers. On the phone the camera is at hand. */
export function Upload({ media, label, error, max = 9, value, onChange }: UploadProps) {
  const isPhone = useIsPhone();
  const [sending, setSending] = useState<Sending[]>([]);
  const [sent, setSent] = useState<KnownMedia[]>([]);
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Several files end at different times, each after the present render.
  const ids = useRef(value);
  ids.current = value;
  const room = max - value.length - sending.filter(({ hasFailed }) => !hasFailed).length;
  const mimes = uploadScenes[media.scene].mimes;

  const update = (key: string, part: Partial<Sending>) =>
    setSending((list) => list.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)));
  const forget = (key: string) => setSending((list) => list.filter((entry) => entry.key !== key));

  async function add(files: Iterable<File>) {
    const list = [...files];
    if (list.length > room) toast.error(t("{label}最多{max}张", { label, max }));
    await Promise.all(list.slice(0, Math.max(0, room)).map(addOne));
  }

  async function addOne(file: File) {
    const wrong = await complaint(file, media.scene);
    if (wrong) return toast.error(wrong);
    const url = URL.createObjectURL(file);
    const key = url;
    setSending((list) => [...list, { key, name: file.name, url, progress: 0, hasFailed: false }]);
    try {
      const done = await send(file, media.scene, (progress) => update(key, { progress }));
      setSent((known) => [...known, { id: done.id, name: done.name, url }]);
      ids.current = [...ids.current, done.id];
      onChange([...ids.current]);
      forget(key);
    } catch {
      // Told by the call; the tile stays so that one sees which file is missing.
      update(key, { hasFailed: true });
    }
  }

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    add(event.dataTransfer.files);
  };
  const known = [...(media.known ?? []), ...sent];
  const AddIcon = isPhone ? IconCamera : IconPhotoPlus;
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <ul className={classes.list} aria-label={label}>
        {value.map((id) => {
          const file = known.find((entry) => entry.id === id);
          return (
            <li key={id} className={classes.tile}>
              {file ? <img src={file.url} alt={file.name} /> : t("图片")}
              <CloseButton
                variant="filled"
                size="xs"
                className={classes.remove}
                onClick={() => onChange(value.filter((other) => other !== id))}
                aria-label={t("移除{name}", { name: file?.name ?? id })}
              />
            </li>
          );
        })}
        {sending.map((entry) => (
          <li key={entry.key} className={classes.tile} data-failed={entry.hasFailed || undefined}>
            {entry.hasFailed ? (
              <>
                {t("上传失败")}
                <CloseButton
                  size="xs"
                  className={classes.remove}
                  onClick={() => forget(entry.key)}
                  aria-label={t("移除{name}", { name: entry.name })}
                />
              </>
            ) : (
              <>
                <img src={entry.url} alt={entry.name} />
                <Progress
                  value={entry.progress}
                  size="sm"
                  className={classes.progress}
                  aria-label={t("正在上传{name}", { name: entry.name })}
                />
              </>
            )}
          </li>
        ))}
        {room > 0 ? (
          <li>
            <UnstyledButton
              className={clsx(classes.tile, classes.add)}
              data-over={isOver || undefined}
              onClick={() => input.current?.click()}
              onDragOver={(event) => {
                event.preventDefault();
                setIsOver(true);
              }}
              onDragLeave={() => setIsOver(false)}
              onDrop={drop}
            >
              <AddIcon size={22} stroke={1.5} aria-hidden />
              {isPhone ? t("拍照/相册") : t("添加")}
            </UnstyledButton>
          </li>
        ) : null}
      </ul>
      <input
        ref={input}
        type="file"
        hidden
        multiple={max > 1}
        accept={mimes.join(",")}
        aria-label={t("选择{label}", { label })}
        onChange={(event) => {
          add([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
    </Input.Wrapper>
  );
}
