import { Button, Group, Modal, type ModalProps } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { t } from "~/app/i18n/t";
import { OwnOverlay, useOnTop } from "./on-top";

export function Dialog(props: Omit<ModalProps, "opened">) {
  useFocusBack();
  const ways = [props.withCloseButton, props.closeOnEscape, props.closeOnClickOutside];
  const { isOnTop, overlay } = useOnTop(true, props.onClose, !ways.every((way) => way === false));
  const closeOnEscape = isOnTop && props.closeOnEscape !== false;
  return (
    <OwnOverlay.Provider value={overlay}>
      <Modal opened centered closeButtonProps={{ "aria-label": t("关闭") }} {...props} closeOnEscape={closeOnEscape} />
    </OwnOverlay.Provider>
  );
}

interface DialogFootProps {
  onClose: () => void;
  cancel?: string;
  mt?: "md" | "lg";
  /** The focus begins at 取消: the act removes something. */
  isSafe?: boolean;
  children?: ReactNode;
}

/** The footer of a dialog without a form: 取消, and the act. */
export const DialogFoot = ({ onClose, cancel = t("取消"), mt, isSafe, children }: DialogFootProps) => (
  <Group justify="flex-end" mt={mt}>
    <Button variant="default" onClick={onClose} data-autofocus={isSafe}>
      {cancel}
    </Button>
    {children}
  </Group>
);

export const DialogClose = ({ onClose }: { onClose: () => void }) => (
  <DialogFoot onClose={onClose} cancel={t("关闭")} />
);

/** A dialog unmounted with its modal cannot return the focus itself (Mantine does so while closing): to its opener, else to the page. */
function useFocusBack() {
  const [opener] = useState(openerOf);
  useEffect(
    () => () => {
      // Later: by now its row may be gone, or another dialog have the focus.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const target = opener?.isConnected ? opener : document.querySelector("main");
        target?.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}

/** The focused element; for an item of a closing menu, the menu's button. */
function openerOf(): HTMLElement | null {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return null;
  const menu = activeElement.closest("[role=menu]");
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : activeElement;
}
