import { IconPhoto } from "@tabler/icons-react";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import classes from "./cover-title.module.css";

interface CoverTitleProps {
  cover: string | null;
  title: string;
  children?: ReactNode;
}

export function CoverTitle({ cover, title, children }: CoverTitleProps) {
  return (
    <span className={`${basic.row} ${basic.gap10} ${basic.shrinks}`}>
      {cover ? (
        <img
          src={cover}
          alt=""
          loading="lazy"
          className={`${classes.cover} ${basic.grid} ${basic.fixed} ${basic.dim}`}
        />
      ) : (
        <span className={`${classes.cover} ${basic.grid} ${basic.fixed} ${basic.dim}`}>
          <IconPhoto size={18} stroke={1.5} aria-hidden />
        </span>
      )}
      <span className={`${basic.column} ${basic.shrinks}`}>
        <span className={`${classes.title} ${basic.cut}`} title={title}>
          {title}
        </span>
        {children ? (
          <small className={`${basic.flex} ${basic.gap4} ${basic.dim} ${basic.size12} ${classes.more}`}>
            {children}
          </small>
        ) : null}
      </span>
    </span>
  );
}
