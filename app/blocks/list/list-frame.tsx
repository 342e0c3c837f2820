import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { ScreenHeading } from "../detail/screen-heading";
import classes from "./list-frame.module.css";

interface ListFrameProps {
  banner?: ReactNode;
  children: ReactNode;
}

/** The frame of a screen that lists. On a phone there is no room for its borders. */
export function ListFrame({ banner, children }: ListFrameProps) {
  return (
    <section className={`${basic.column} ${basic.gap8}`}>
      <ScreenHeading />
      {banner}
      <div className={classes.panel}>{children}</div>
    </section>
  );
}

export const ListHead = ({ children }: { children: ReactNode }) => <div className={classes.head}>{children}</div>;
