import { type RefObject, useEffect } from "react";

/** What has come stands around a button of its own, which takes the place of the pressed one: it is pressed in its stead. */
export function usePressed(button: RefObject<HTMLElement>): void {
  useEffect(() => {
    button.current?.focus();
    button.current?.click();
  }, [button]);
}
