import { type ReactNode, useState } from "react";
import { lazyPart } from "../lazy-part";

const OpenSheet = lazyPart(() => import("./open-sheet"), "OpenSheet");

export interface SheetProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
}

/** A sheet at the foot of the phone, which comes when it is first opened. */
export function Sheet(props: SheetProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  return wasOpen ? <OpenSheet {...props} /> : null;
}
