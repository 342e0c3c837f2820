import { Button, Group, Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { t } from "~/app/i18n/t";
import { useOnTop } from "./on-top";

/** A modal that is mounted while it is open, and gives the focus back when it goes. */
export function Dialog(props: Omit<ModalProps, "opened">) {
  useFocusBack();
  const isOnTop = useOnTop(true);
  const closeOnEscape = isOnTop && props.closeOnEscape !== false;
  return (
    <Modal opened centered closeButtonProps={{ "aria-label": t("关闭") }} {...props} closeOnEscape={closeOnEscape} />
  );
}

/** The foot of a dialog that only shows something. */
export const DialogClose = ({ onClose }: { onClose: () => void }) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onClose}>
      {t("关闭")}
    </Button>
  </Group>
);

/** What goes together with its modal gets no turn to give the focus back (Mantine does so while closing): to what opened it, else to the page. */
function useFocusBack() {
  const [opener] = useState(openerOf);
  useEffect(
    () => () => {
      // Later: by now the row that it was about may be gone, or another dialog have the focus.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const target = opener?.isConnected ? opener : document.querySelector("main");
        target?.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}

/** What has the focus; of a menu, which closes, the button that it belongs to. */
function openerOf(): HTMLElement | null {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return null;
  const menu = activeElement.closest("[role=menu]");
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : activeElement;
}
