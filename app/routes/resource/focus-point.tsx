import { Stack, Text } from "@mantine/core";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import { percentAt } from "./percent-at";
import classes from "./picture-marks.module.css";

interface MarkProps {
  url: string;
  values: FormValues;
  onPick: (part: FormValues) => void;
}

/** The picture with its focus: pressed where that shall be. The fields above say the same for the keyboard. */
export function FocusPoint({ url, values, onPick }: MarkProps) {
  const { focus_x: x, focus_y: y } = values;
  return (
    <Stack mt="sm" gap={6} align="flex-start">
      <Text size="xs" c="dimmed">
        {t("点击图片设置焦点：画框形状不同时，焦点附近总能看到")}
      </Text>
      <div
        className={classes.picture}
        onPointerDown={(event) => {
          const { x, y } = percentAt(event);
          onPick({ focus_x: x, focus_y: y });
        }}
      >
        <img src={url} alt={t("焦点预览")} draggable={false} />
        {typeof x === "number" && typeof y === "number" ? (
          <span className={classes.point} style={{ left: `${x}%`, top: `${y}%` }} />
        ) : null}
      </div>
    </Stack>
  );
}
