import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { Thumb } from "~/app/blocks/detail/thumb";
import classes from "./cover-title.module.css";

export function CoverTitle({ cover, title, children }: { cover: string | null; title: string; children?: ReactNode }) {
  return (
    <span className={`${basic.row} ${basic.gap10} ${basic.shrinks}`}>
      <Thumb src={cover} width={45} />
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
