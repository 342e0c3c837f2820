import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { ScreenHeading } from "../detail/screen-heading";
import classes from "./list-frame.module.css";

export const ListFrame = ({ banner, children }: { banner?: ReactNode; children: ReactNode }) => (
  <section className={`${basic.column} ${basic.gap8}`}>
    <ScreenHeading />
    {banner}
    <div className={classes.panel}>{children}</div>
  </section>
);

export const ListHead = ({ children }: { children: ReactNode }) => <div className={classes.head}>{children}</div>;
