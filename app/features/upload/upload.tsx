import "@mantine/core/styles/Progress.css";
import { Box, CloseButton, Input, Progress, Stack, UnstyledButton } from "@mantine/core";
import {
  IconCamera,
  IconFile,
  IconFilePlus,
  IconLibraryPhoto,
  IconPhotoPlus,
  IconPlayerPause,
  IconPlayerPlay,
  type TablerIcon,
} from "@tabler/icons-react";
import clsx from "clsx";
import { useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { KnownMedia, MediaChoice, MediaControlProps } from "~/app/blocks/slots";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import type { UploadScene } from "~/contract/shared/upload";
import { useMediaPicker } from "../media-library/use-media-picker";
import drop from "./drop-area.module.css";
import classes from "./upload.module.css";
import { useOfferedFiles } from "./use-offered-files";
import { useUnknownFiles } from "./use-unknown-files";
import { isImage, kindOf, mimesOf, type Sending, useUploads } from "./use-uploads";

const PicturePreview = lazyPart(() => import("./picture-preview"), "PicturePreview");

const isPicture = ({ url, mime }: KnownMedia) => url !== "" && (mime === undefined || isImage(mime));

export function Upload({ media, label, isRequired, error, max = 9, value, onChange }: MediaControlProps) {
  const { sending, sent, room, add, retry, forget, pause, resume } = useUploads({
    scene: media.scene,
    mayWait: media.mayWait,
    label,
    max,
    value,
    onChange,
  });
  const [isOver, setIsOver] = useState(false);
  const [opened, setOpened] = useState<number>();
  const block = useRef<HTMLFieldSetElement>(null);
  useOfferedFiles(block, add);
  const { choices = [] } = media;
  const picker = useMediaPicker(media.scene, room, (files) =>
    onChange([...new Set([...value, ...files.map(({ id }) => id)])]),
  );
  const known = [...(media.known ?? []), ...choices, ...sent];
  const shown = value.filter((id) => sending.every(({ keptId }) => keptId !== id));
  const found = useUnknownFiles(shown.filter((id) => known.every((entry) => entry.id !== id)));
  const files = shown.map(
    (id) => [...known, ...found].find((entry) => entry.id === id) ?? { id, name: t("文件{id}", { id }), url: "" },
  );
  return (
    <Input.Wrapper label={label} error={error} labelElement="div" withAsterisk={isRequired}>
      <fieldset
        ref={block}
        aria-label={label}
        className={`${basic.bare} ${drop.area} ${basic.rounded}`}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
        }}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          add(event.dataTransfer.files);
        }}
      >
        <ul className={`${classes.list} ${basic.list} ${basic.flow} ${basic.gap8}`}>
          {files.map((file) => (
            <FileTile
              key={file.id}
              file={file}
              onOpen={() => setOpened(file.id)}
              onRemove={() => onChange(value.filter((other) => other !== file.id))}
            />
          ))}
          {sending.map((entry) => (
            <SendingTile
              key={entry.key}
              entry={entry}
              onRetry={() => retry(entry)}
              onForget={() => forget(entry)}
              onPause={() => (entry.isPaused ? resume(entry) : pause(entry.key))}
            />
          ))}
          {room > 0 ? (
            <Choosers
              scene={media.scene}
              label={label}
              max={max}
              onChosen={add}
              onPick={media.isNew ? undefined : picker.open}
            />
          ) : null}
        </ul>
        <Choices
          choices={choices.filter(({ id }) => !value.includes(id))}
          onTake={(id) => onChange(max === 1 ? [id] : [...value, id].slice(0, max))}
        />
      </fieldset>
      {picker.dialog}
      {opened === undefined ? null : (
        <PicturePreview pictures={files.filter(isPicture)} first={opened} onClose={() => setOpened(undefined)} />
      )}
    </Input.Wrapper>
  );
}

function Choices({ choices, onTake }: { choices: readonly MediaChoice[]; onTake: (id: number) => void }) {
  if (choices.length === 0) return null;
  return (
    <Stack gap={6} mt={8} c="dimmed" className={classes.choices}>
      <span style={{ fontSize: 11 }}>{t("或从相册选择：")}</span>
      <ul className={`${classes.list} ${basic.list} ${basic.flow} ${basic.gap8}`}>
        {choices.map(({ id, name, thumb }) => (
          <li key={id} className={`${classes.tile} ${basic.row} ${basic.centered}`}>
            <UnstyledButton
              className={basic.fill}
              onClick={() => onTake(id)}
              title={name}
              aria-label={t("选用{name}", { name })}
            >
              <img src={thumb} alt="" loading="lazy" />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

interface ChoosersProps {
  scene: UploadScene;
  label: string;
  max: number;
  onChosen: (files: File[]) => void;
  onPick: (() => void) | undefined;
}

function Choosers({ scene, label, max, onChosen, onPick }: ChoosersProps) {
  const isPhone = useIsPhone();
  const mimes = mimesOf(scene);
  const images = mimes.filter(isImage);
  const isPictures = images.length === mimes.length;
  const choose = { label, isMany: max > 1, onChosen };
  return (
    <>
      {isPhone && images.length ? (
        <Chooser {...choose} text={t("拍照")} icon={IconCamera} accept={images} isCamera />
      ) : null}
      <Chooser
        {...choose}
        text={isPhone ? (isPictures ? t("相册") : t("文件")) : t("添加")}
        hint={isPhone ? undefined : t("可拖入或粘贴")}
        icon={isPictures ? IconPhotoPlus : IconFilePlus}
        accept={mimes}
      />
      {onPick ? (
        <li>
          <UnstyledButton className={adder} onClick={onPick} aria-label={t("从素材库选用{label}", { label })}>
            <IconLibraryPhoto size={22} stroke={1.5} aria-hidden />
            {t("素材库")}
          </UnstyledButton>
        </li>
      ) : null}
    </>
  );
}

const adder = clsx(`${classes.tile} ${basic.row} ${basic.centered}`, `${classes.add} ${basic.gap2} ${basic.dim}`);

interface ChooserProps {
  label: string;
  isMany: boolean;
  onChosen: (files: File[]) => void;
  text: string;
  hint?: string;
  icon: TablerIcon;
  accept: readonly string[];
  isCamera?: boolean;
}

function Chooser({ label, isMany, onChosen, text, hint, icon: Icon, accept, isCamera = false }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <li>
      <UnstyledButton className={adder} onClick={() => input.current?.click()}>
        <Icon size={22} stroke={1.5} aria-hidden />
        {text}
        {hint ? <span style={{ fontSize: 11 }}>{hint}</span> : null}
      </UnstyledButton>
      <input
        ref={input}
        type="file"
        hidden
        multiple={isMany && !isCamera}
        accept={accept.join(",")}
        capture={isCamera ? "environment" : undefined}
        aria-label={isCamera ? t("拍摄{label}", { label }) : t("选择{label}", { label })}
        onChange={(event) => {
          onChosen([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
    </li>
  );
}

const FileTile = ({ file, onOpen, onRemove }: { file: KnownMedia; onOpen: () => void; onRemove: () => void }) => (
  <li className={`${classes.tile} ${basic.row} ${basic.centered}`}>
    {isPicture(file) ? (
      <UnstyledButton className={basic.fill} onClick={onOpen} aria-label={t("查看图片{name}", { name: file.name })}>
        <img src={file.url} alt={file.name} />
      </UnstyledButton>
    ) : (
      <Document name={file.name} mime={file.mime} />
    )}
    <Remove name={file.name} onClick={onRemove} />
  </li>
);

interface SendingTileProps {
  entry: Sending;
  onRetry: () => void;
  onForget: () => void;
  onPause: () => void;
}

function SendingTile({ entry, onRetry, onForget, onPause }: SendingTileProps) {
  const { name, type } = entry.file;
  if (entry.hasFailed)
    return (
      <li className={`${classes.tile} ${basic.row} ${basic.centered}`} data-failed>
        <UnstyledButton
          className={`${basic.column} ${basic.centered} ${basic.fill} ${basic.error} ${basic.size12}`}
          ta="center"
          onClick={onRetry}
          aria-label={t("上传失败点此重试：{name}", { name })}
        >
          {t("上传失败")}
          <span>{t("点此重试")}</span>
        </UnstyledButton>
        <Remove name={name} onClick={onForget} />
      </li>
    );
  return (
    <li className={`${classes.tile} ${basic.row} ${basic.centered}`}>
      {entry.url ? <img src={entry.url} alt={name} /> : <Document name={name} mime={type} />}
      <Progress
        value={entry.progress}
        size="sm"
        pos="absolute"
        inset="auto 6px 6px"
        aria-label={t("正在上传{name}", { name })}
      />
      {entry.isInParts ? (
        <UnstyledButton
          className={`${basic.centered} ${basic.gap2} ${basic.size12} ${basic.row}`}
          pos="absolute"
          inset={0}
          style={{ background: "color-mix(in srgb, var(--app-canvas) 82%, transparent)" }}
          onClick={onPause}
          aria-label={entry.isPaused ? t("继续上传{name}", { name }) : t("暂停上传{name}", { name })}
        >
          {entry.isPaused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />}
          {entry.isPaused ? t("继续") : t("暂停")} {entry.progress}%
        </UnstyledButton>
      ) : null}
      {entry.isInParts ? <Remove name={name} onClick={onForget} /> : null}
    </li>
  );
}

const Document = ({ name, mime }: { name: string; mime: string | undefined }) => (
  <Stack component="span" align="center" gap={0} w="100%" px={6} title={name}>
    <IconFile size={20} stroke={1.5} aria-hidden />
    <b>{kindOf(name, mime)}</b>
    <Box component="span" maw="100%" className={basic.cut}>
      {name}
    </Box>
  </Stack>
);

const Remove = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <CloseButton
    variant="filled"
    size="xs"
    pos="absolute"
    inset="2px 2px auto auto"
    onClick={onClick}
    aria-label={t("移除{name}", { name })}
  />
);
