import type { ReactNode, RefObject } from "react";
import { floating, useFirstPress } from "../late-floating";
import type { RowAction } from "./row-action";

/** What a button of a menu needs. */
interface MenuOpener {
  ref: RefObject<HTMLButtonElement>;
  onClick?: () => void;
  /** It has been pressed, and the menu is on its way. */
  isWaiting?: boolean;
}

interface MenuButtonProps {
  actions: readonly RowAction[];
  children: (opener: MenuOpener) => ReactNode;
}

/** A button with a menu, which comes with the first press: a page has many, of which nobody opens most. */
export function MenuButton({ actions, children }: MenuButtonProps) {
  const { opened, isWaiting, press, button: ref } = useFirstPress(floating);
  if (!opened) return children({ ref, onClick: press, isWaiting });
  return <opened.RowMenu actions={actions} button={children({ ref })} target={ref} />;
}
