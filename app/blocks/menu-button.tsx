import type { ReactNode, RefObject } from "react";
import { floats } from "~/app/blocks/floats";
import { lazyPart, usePress } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";

const RowMenu = lazyPart(floats.load, "RowMenu", ({ waiting }) => waiting);

interface MenuOpener {
  ref: RefObject<HTMLButtonElement>;
  onClick?: () => void;
  isWaiting?: boolean;
}

interface MenuButtonProps {
  actions: readonly RowAction[];
  children: (opener: MenuOpener) => ReactNode;
}

export function MenuButton({ actions, children }: MenuButtonProps) {
  const { target, isWanted, press } = usePress(floats);
  const button = (opener: Omit<MenuOpener, "ref">) => children({ ref: target, ...opener });
  if (!isWanted) return button({ onClick: press });
  return <RowMenu actions={actions} button={button({})} waiting={button({ isWaiting: true })} target={target} />;
}
