import { screenAt } from "~/contract/screens";
import { ownPath } from "./return-path";

export function staffPath(address: string): string | undefined {
  const path = ownPath(address);
  const screen = path && screenAt(new URL(path, window.location.origin).pathname);
  return screen && !screen.public ? path : undefined;
}
