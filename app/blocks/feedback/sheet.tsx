import { useState } from "react";
import { lazyPart } from "../lazy-part";
import type { SheetProps } from "./open-sheet";

const OpenSheet = lazyPart(() => import("./open-sheet"), "OpenSheet");

export function Sheet(props: SheetProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  return wasOpen ? <OpenSheet {...props} /> : null;
}
