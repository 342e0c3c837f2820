import { Stack, Text } from "@mantine/core";
import { useRef } from "react";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import { percentAt } from "./percent-at";
import classes from "./picture-marks.module.css";

interface CropFrameProps {
  url: string;
  values: FormValues;
  onPick: (part: FormValues) => void;
}

/** The picture with the part that stays: drawn with the pointer. The fields above say the same for the keyboard. */
export function CropFrame({ url, values, onPick }: CropFrameProps) {
  const start = useRef<{ x: number; y: number }>(undefined);
  const part = ["left", "top", "width", "height"].map((name) => [name, `${Number(values[name] ?? 0)}%`]);
  return (
    <Stack mt="sm" gap={6} align="flex-start">
      <Text size="xs" c="dimmed">
        {t("在图片上拖出要保留的部分；裁剪后生成新文件，引用随之更新")}
      </Text>
      <div
        className={classes.picture}
        style={{ touchAction: "none" }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture?.(event.pointerId);
          start.current = percentAt(event);
        }}
        onPointerMove={(event) => {
          const from = start.current;
          if (!from) return;
          const to = percentAt(event);
          const [left, top] = [Math.min(from.x, to.x, 99), Math.min(from.y, to.y, 99)];
          const side = (a: number, b: number, begin: number) => Math.max(1, Math.min(Math.abs(a - b), 100 - begin));
          onPick({ left, top, width: side(from.x, to.x, left), height: side(from.y, to.y, top) });
        }}
        onPointerUp={() => {
          start.current = undefined;
        }}
        onPointerCancel={() => {
          start.current = undefined;
        }}
      >
        <img src={url} alt={t("裁剪预览")} draggable={false} />
        <span className={classes.frame} style={Object.fromEntries(part)} />
      </div>
    </Stack>
  );
}
