import { ActionIcon } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { t } from "~/app/i18n/t";
import { floating, useFirstPress } from "../late-floating";
import type { ColumnMenuProps } from "./column-panel";

/** 列设置: the button; what it opens comes with its first press. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { opened, isWaiting, press, button: target } = useFirstPress(floating);
  const button = (onClick?: () => void) => (
    <ActionIcon
      ref={target}
      variant="default"
      size={36}
      aria-label={t("列设置")}
      title={t("列设置")}
      aria-haspopup="dialog"
      loading={isWaiting}
      onClick={onClick}
    >
      <IconColumns3 size={17} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
  return opened ? <opened.ColumnPanel {...props} button={button()} target={target} /> : button(press);
}
