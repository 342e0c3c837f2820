import { type ReactNode, type RefObject, useRef } from "react";
import { floating, useFirstPress } from "../late-floating";
import { useLate } from "../lazy-part";
import type { RowAction } from "./row-action";

/** What a button of a menu needs. */
export interface MenuOpener {
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
  const Menu = useLate(floating)?.RowMenu;
  const { isWanted, press } = useFirstPress();
  const ref = useRef<HTMLButtonElement>(null);
  if (!Menu || !isWanted) return children({ ref, onClick: press, isWaiting: isWanted });
  return <Menu actions={actions} button={children({ ref })} target={ref} />;
}
