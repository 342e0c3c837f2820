import { ActionIcon } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useRef } from "react";
import { t } from "~/app/i18n/t";
import { floating, useFirstPress } from "../late-floating";
import { useLate } from "../lazy-part";
import type { ColumnMenuProps } from "./column-panel";

/** 列设置: the button; what it opens comes with its first press. */
export function ColumnMenu(props: ColumnMenuProps) {
  const Panel = useLate(floating)?.ColumnPanel;
  const { isWanted, press } = useFirstPress();
  const target = useRef<HTMLButtonElement>(null);
  const button = (onClick?: () => void) => (
    <ActionIcon
      ref={target}
      variant="default"
      size={36}
      aria-label={t("列设置")}
      title={t("列设置")}
      aria-haspopup="dialog"
      loading={isWanted && !Panel}
      onClick={onClick}
    >
      <IconColumns3 size={17} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
  return Panel && isWanted ? <Panel {...props} button={button()} target={target} /> : button(press);
}
