import { Drawer } from "@mantine/core";
import { t } from "~/app/i18n/t";
import type { SheetProps } from "./sheet";

const styles = {
  inner: { alignItems: "flex-end" },
  content: { height: "auto", maxHeight: "85dvh", borderRadius: "16px 16px 0 0" },
};

/** A drawer at the foot of the phone, as high as what is in it. */
export const OpenSheet = ({ isOpen, ...props }: SheetProps) => (
  <Drawer
    opened={isOpen}
    position="bottom"
    size="auto"
    styles={styles}
    closeButtonProps={{ "aria-label": t("关闭") }}
    {...props}
  />
);
