import { Drawer, type DrawerProps } from "@mantine/core";
import { t } from "~/app/i18n/t";
import { useIsPhone } from "../use-is-phone";
import { OwnOverlay, useOnTop } from "./on-top";

type SideDrawerProps = Omit<DrawerProps, "opened"> & { opened?: boolean };

const aboveKeyboard = { inner: { height: "calc(100dvh - var(--keyboard, 0px))" } };

export function OpenSideDrawer(props: SideDrawerProps) {
  const size = useIsPhone() ? "100%" : 640;
  const { isOnTop, overlay } = useOnTop(props.opened ?? true, props.onClose);
  const rest = { closeButtonProps: { "aria-label": t("关闭") }, ...props, closeOnEscape: isOnTop };
  return (
    <OwnOverlay.Provider value={overlay}>
      <Drawer opened position="right" size={size} styles={aboveKeyboard} {...rest} />
    </OwnOverlay.Provider>
  );
}
