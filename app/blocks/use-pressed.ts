import { type RefObject, useEffect } from "react";

/** The loaded part has its own button, which replaces the pressed one: the press is repeated on it. */
export function usePressed(button: RefObject<HTMLElement>): void {
  useEffect(() => {
    button.current?.focus();
    button.current?.click();
  }, [button]);
}
