import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "~/app/i18n/t";
import { OwnOverlay, useOnTop } from "./on-top";

export interface SheetProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
}

const styles = {
  inner: { alignItems: "flex-end", paddingBottom: "var(--keyboard, 0px)" },
  content: { height: "auto", maxHeight: "calc(85dvh - var(--keyboard, 0px))", borderRadius: "16px 16px 0 0" },
};

export function OpenSheet({ isOpen, ...props }: SheetProps) {
  const { isOnTop, overlay } = useOnTop(isOpen, props.onClose);
  return (
    <OwnOverlay.Provider value={overlay}>
      <Drawer
        opened={isOpen}
        position="bottom"
        size="auto"
        styles={styles}
        closeButtonProps={{ "aria-label": t("关闭") }}
        closeOnEscape={isOnTop}
        {...props}
      />
    </OwnOverlay.Provider>
  );
}
