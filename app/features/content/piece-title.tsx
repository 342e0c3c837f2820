import { IconPhoto } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./piece-title.module.css";

interface PieceTitleProps {
  cover: string | null;
  title: string;
  /** Small, below the title. */
  children?: ReactNode;
}

/** A piece in a list: its cover and its title. */
export function PieceTitle({ cover, title, children }: PieceTitleProps) {
  return (
    <span className={classes.piece}>
      {cover ? (
        <img src={cover} alt="" loading="lazy" className={classes.cover} />
      ) : (
        <span className={classes.cover}>
          <IconPhoto size={18} stroke={1.5} aria-hidden />
        </span>
      )}
      <span className={classes.words}>
        <span className={classes.title} title={title}>
          {title}
        </span>
        {children ? <small>{children}</small> : null}
      </span>
    </span>
  );
}
