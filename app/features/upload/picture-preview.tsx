import { ActionIcon, Center, Group } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconX, IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { t } from "~/app/i18n/t";
import type { Media } from "~/contract/shared/upload";
import classes from "./picture-preview.module.css";

export type Picture = Pick<Media, "id" | "name" | "url">;

interface PicturePreviewProps {
  pictures: readonly Picture[];
  first: number;
  onFailed?: (id: number) => void;
  onClose: () => void;
}

const smallest = 1;
const largest = 4;
const tapped = 2.5;
const stroke = 60;
const stillness = 8;

/** Pictures in full screen: next by arrow key, button or swipe; zoom by tap, pinch, + and −; Esc closes. */
export function PicturePreview({ pictures, first, onFailed, onClose }: PicturePreviewProps) {
  const [index, setIndex] = useState(
    Math.max(
      0,
      pictures.findIndex(({ id }) => id === first),
    ),
  );
  const [scale, setScale] = useState(smallest);
  const picture = pictures[Math.min(index, pictures.length - 1)];
  const turn = (by: number) => {
    const next = index + by;
    if (!pictures[next]) return;
    setIndex(next);
    setScale(smallest);
  };
  const zoom = (to: number) => setScale(Math.min(largest, Math.max(smallest, to)));
  const keys = new Map([
    ["ArrowLeft", () => turn(-1)],
    ["ArrowRight", () => turn(1)],
    ["+", () => zoom(scale + 0.5)],
    ["=", () => zoom(scale + 0.5)],
    ["-", () => zoom(scale - 0.5)],
    ["Escape", onClose],
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys.get(event.key);
    // When zoomed, the arrows move the picture.
    if (!act || (scale > smallest && event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  if (!picture) return null;
  return (
    <Dialog
      onClose={onClose}
      fullScreen
      withCloseButton={false}
      closeOnEscape={false}
      padding={0}
      zIndex={400}
      classNames={{ body: basic.column ?? "" }}
      styles={{ content: { background: "rgb(0 0 0 / 92%)" }, body: { height: "100dvh", padding: 0, color: "#fff" } }}
      aria-label={t("图片预览")}
      onKeyDown={onKeyDown}
    >
      <Group wrap="nowrap" gap={8} mih={48} p="4px 8px 4px 16px" fz={14}>
        <span className={`${basic.cut} ${basic.grow} ${basic.shrinks}`}>{picture.name}</span>
        {pictures.length > 1 ? <span role="status">{`${index + 1} / ${pictures.length}`}</span> : null}
        <Tool
          label={scale > smallest ? t("缩小") : t("放大")}
          icon={scale > smallest ? IconZoomOut : IconZoomIn}
          onClick={() => zoom(scale > smallest ? smallest : tapped)}
        />
        <Tool label={t("关闭")} icon={IconX} onClick={onClose} isFirst />
      </Group>
      <div className={`${basic.grow} ${basic.relative}`} style={{ minHeight: 0 }}>
        <Stage key={picture.url} picture={picture} scale={scale} onZoom={zoom} onTurn={turn} onFailed={onFailed} />
        {index > 0 ? <Tool to="previous" label={t("上一张")} icon={IconChevronLeft} onClick={() => turn(-1)} /> : null}
        {index < pictures.length - 1 ? (
          <Tool to="next" label={t("下一张")} icon={IconChevronRight} onClick={() => turn(1)} />
        ) : null}
      </div>
    </Dialog>
  );
}

interface ToolProps {
  label: string;
  icon: typeof IconX;
  onClick: () => void;
  to?: "previous" | "next";
  /** Focused at first. */
  isFirst?: boolean;
}

const Tool = ({ label, icon: Icon, onClick, to, isFirst }: ToolProps) => (
  <ActionIcon
    variant={to ? "filled" : "subtle"}
    color="dark.4"
    c="white"
    size={44}
    radius="xl"
    {...(to && { pos: "absolute", top: "calc(50% - 22px)", [to === "previous" ? "left" : "right"]: 8 })}
    data-autofocus={isFirst || undefined}
    // Esc closes only the preview, not the dialog behind it, which listens on the window.
    data-mantine-stop-propagation
    onClick={onClick}
    aria-label={label}
  >
    <Icon size={22} aria-hidden />
  </ActionIcon>
);

interface StageProps {
  picture: Picture;
  scale: number;
  onZoom: (scale: number) => void;
  onTurn: (by: number) => void;
  onFailed: ((id: number) => void) | undefined;
}

function Stage({ picture, scale, onZoom, onTurn, onFailed }: StageProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const begin = useRef({ x: 0, y: 0, distance: 0, scale: 1, isStretch: false });
  const distance = () => {
    const [a, b] = [...fingers.current.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  const down = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
    fingers.current.set(pointerId, { x, y });
    const isStretch = fingers.current.size > 1;
    begin.current = { x, y, distance: distance(), scale, isStretch };
  };
  const move = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
    if (!fingers.current.has(pointerId)) return;
    fingers.current.set(pointerId, { x, y });
    if (fingers.current.size === 2 && begin.current.distance > 0)
      onZoom((begin.current.scale * distance()) / begin.current.distance);
  };
  const up = ({ pointerId, clientX: x, clientY: y, type }: PointerEvent) => {
    if (!fingers.current.delete(pointerId) || begin.current.isStretch || type !== "pointerup") return;
    const [dx, dy] = [x - begin.current.x, y - begin.current.y];
    if (Math.abs(dx) < stillness && Math.abs(dy) < stillness) onZoom(scale > smallest ? smallest : tapped);
    else if (scale === smallest && Math.abs(dx) > stroke) onTurn(dx > 0 ? -1 : 1);
  };
  if (hasFailed)
    return (
      <Center component="p" h="100%" role="alert">
        {t("图片加载失败")}
      </Center>
    );
  return (
    <div
      className={`${basic.block} ${basic.fill} ${classes.scroll}`}
      data-large={scale > smallest || undefined}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
    >
      <img
        src={picture.url}
        alt={picture.name}
        draggable={false}
        style={{ width: `${scale * 100}%`, height: `${scale * 100}%` }}
        onError={() => {
          setHasFailed(true);
          onFailed?.(picture.id);
        }}
      />
    </div>
  );
}
