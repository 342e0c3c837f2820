import { Center, Drawer, Loader } from "@mantine/core";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { toast } from "~/app/api/toast";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";

interface BatchDrawerProps {
  isOpen: boolean;
  onClose: () => void;
}

/** 我的批量操作: the bulk acts that can still be taken back; what the drawer holds is fetched when it is first opened. */
export function BatchDrawer({ isOpen, onClose }: BatchDrawerProps) {
  const isPhone = useIsPhone();
  const [Panel, setPanel] = useState<ComponentType>();
  const close = useRef(onClose);
  close.current = onClose;

  // Not by `lazy`, whose failure would take the page away with all that is typed there.
  useEffect(() => {
    if (!isOpen) return;
    import("./batches/batches-panel").then(
      ({ BatchesPanel }) => setPanel(() => BatchesPanel),
      () => {
        close.current();
        toast.error(t("页面资源加载失败，请检查网络后重试。"));
      },
    );
  }, [isOpen]);

  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={isPhone ? "100%" : 480}
      title={t("我的批量操作")}
      closeButtonProps={{ "aria-label": t("关闭") }}
    >
      {Panel ? (
        <Panel />
      ) : (
        <Center mih={160}>
          <Loader size="sm" aria-label={t("加载中")} />
        </Center>
      )}
    </Drawer>
  );
}
