import { ActionIcon } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { floats } from "~/app/blocks/floats";
import { lazyPart, usePress } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import type { ColumnMenuProps } from "./column-panel";

const ColumnPanel = lazyPart(floats.load, "ColumnPanel", ({ waiting }) => waiting);

/** 列设置: the button; its panel is loaded on the first press. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { target, isWanted, press } = usePress(floats);
  const button = (onClick?: () => void, isWaiting = false) => (
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
  if (!isWanted) return button(press);
  return <ColumnPanel {...props} button={button()} waiting={button(undefined, true)} target={target} />;
}
