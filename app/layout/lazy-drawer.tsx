import { type ComponentType, useEffect, useRef, useState } from "react";
import { toast } from "~/app/api/toast";
import { Waiting } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";

const SideDrawer = lazyPart(() => import("~/app/blocks/feedback/side-drawer"), "SideDrawer");

interface LazyDrawerProps<P extends object> {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  width: number;
  load: () => Promise<ComponentType<P>>;
  panelProps: P;
}

export function LazyDrawer<P extends object>({ isOpen, onClose, title, width, load, panelProps }: LazyDrawerProps<P>) {
  const isPhone = useIsPhone();
  const [Panel, setPanel] = useState<ComponentType<P>>();
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const close = useRef(onClose);
  close.current = onClose;

  // Not by `lazy`, whose failure would replace the page and lose what is typed there.
  useEffect(() => {
    if (!isOpen) return;
    load().then(
      (loaded) => setPanel(() => loaded),
      () => {
        close.current();
        toast.error(t("页面资源加载失败，请检查网络后重试。"));
      },
    );
  }, [isOpen, load]);

  if (!wasOpen) return null;
  return (
    <SideDrawer opened={isOpen} onClose={onClose} size={isPhone ? "100%" : width} title={title}>
      {Panel ? <Panel {...panelProps} /> : <Waiting shape="list" />}
    </SideDrawer>
  );
}
