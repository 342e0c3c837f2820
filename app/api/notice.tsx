import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { t } from "~/app/i18n/t";

interface ActNotice {
  id: string;
  color: "brand" | "teal";
  message: string;
  /** The act that it offers, which takes it away. */
  label: string;
  /** What it does, or where it leads beside the app, such as `tel:`. */
  onAct: (() => void) | string;
}

/** Long enough to read it and to think again. */
const shownFor = 10_000;

/** A notice with something to do about it. */
export function showActNotice({ id, color, message, label, onAct }: ActNotice): void {
  notifications.show({
    id,
    color,
    autoClose: shownFor,
    closeButtonProps: { "aria-label": t("关闭") },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        {typeof onAct === "string" ? (
          <Button component="a" href={onAct} size="sm" mih={{ base: 44, sm: 0 }} style={{ flex: "none" }}>
            {label}
          </Button>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              notifications.hide(id);
              onAct();
            }}
          >
            {label}
          </Button>
        )}
      </Group>
    ),
  });
}
