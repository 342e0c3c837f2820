import type { ReactNode } from "react";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import classes from "./beside.module.css";

interface RecordTagsProps {
  name: string;
  /** The drawer says the name: the record's row is on the page. */
  isNamed: boolean;
  children: ReactNode;
}

/** How a record stands, above its parts; with its name where nothing around says it: on the phone, and where a link led here. */
export function RecordTags({ name, isNamed, children }: RecordTagsProps) {
  const isPhone = useIsPhone();
  return (
    <div className={classes.tags}>
      {isPhone || !isNamed ? <h1 className={classes.name}>{name}</h1> : null}
      {children}
    </div>
  );
}
