import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import classes from "./thumb-bar.module.css";
import { useIsPhone } from "./use-is-phone";

export function ThumbBar({ children }: { children: ReactNode }) {
  const isPhone = useIsPhone();
  if (!isPhone) return children;
  return (
    <div className={`${basic.flex} ${basic.gap8} ${basic.filled} ${basic.touches} ${classes.bar}`} data-thumb-bar>
      {children}
    </div>
  );
}
