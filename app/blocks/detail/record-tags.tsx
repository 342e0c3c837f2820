import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import classes from "./beside.module.css";

interface RecordTagsProps {
  name: string;
  /** The drawer shows the name: the record's row is on the page. */
  isNamed: boolean;
  children: ReactNode;
}

/** A record's tags, above its parts; with its name if nothing around shows it: on the phone, and after a link. */
export function RecordTags({ name, isNamed, children }: RecordTagsProps) {
  const isPhone = useIsPhone();
  return (
    <div className={`${classes.tags} ${basic.wrap}`}>
      {isPhone || !isNamed ? <h1 className={`${classes.name} ${basic.flat} ${basic.anywhere}`}>{name}</h1> : null}
      {children}
    </div>
  );
}
