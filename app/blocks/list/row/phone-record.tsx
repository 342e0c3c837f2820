import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { BackToList } from "../back-to-list";
import classes from "./phone-record.module.css";

export const PhoneRecord = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <article className={`${basic.grid} ${basic.gap12} ${basic.surface}`} style={{ padding: 14 }}>
    <BackToList size="md" onClose={onClose} className={classes.back} />
    {children}
  </article>
);
