import clsx from "clsx";
import type { ReactNode } from "react";
import { ScreenHeading } from "../detail/screen-heading";
import classes from "./list-frame.module.css";

interface ListFrameProps {
  /** Stands above all. */
  banner?: ReactNode;
  filters: ReactNode;
  children: ReactNode;
}

/** The frame of a screen that lists: what one filters by, below it what was found. On a phone there is no room for its lines. */
export function ListFrame({ banner, filters, children }: ListFrameProps) {
  return (
    <section className={classes.page}>
      <ScreenHeading />
      {banner}
      <div className={clsx(classes.panel, classes.filters)}>{filters}</div>
      <div className={classes.panel}>{children}</div>
    </section>
  );
}

/** The line above what was found; its tools stand at the end. */
export function ListToolbar({ tools, children }: { tools: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.toolbar}>
      {children}
      <div className={classes.tools}>{tools}</div>
    </div>
  );
}
