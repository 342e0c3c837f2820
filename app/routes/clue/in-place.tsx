import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { BackToList } from "~/app/blocks/list/back-to-list";
import classes from "./in-place.module.css";

interface InPlaceProps {
  label: string;
  /** Nothing until it is known. */
  title: string | undefined;
  /** Actions on the whole of it, at the end of the line. */
  tool?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** What replaces its list, under the way back. */
export function InPlace({ label, title, tool, onClose, children }: InPlaceProps) {
  return (
    <section className={`${classes.page} ${basic.gap16} ${basic.oneColumn}`} aria-label={label}>
      <div className={`${classes.tools} ${basic.wrap} ${basic.gap8x12}`}>
        <BackToList onClose={onClose} />
        {title ? <h1>{title}</h1> : null}
        {tool ? <div className={classes.end}>{tool}</div> : null}
      </div>
      {children}
    </section>
  );
}
