import { Drawer, type DrawerProps } from "@mantine/core";
import { t } from "~/app/i18n/t";
import { useIsPhone } from "../use-is-phone";

/** A drawer at the right, open while it is mounted, and as wide as the phone. */
export function SideDrawer(props: Omit<DrawerProps, "opened" | "position"> & { opened?: boolean }) {
  const size = useIsPhone() ? "100%" : 640;
  return <Drawer opened position="right" size={size} closeButtonProps={{ "aria-label": t("关闭") }} {...props} />;
}
