import { lazyPart } from "~/app/blocks/lazy-part";
import classes from "./flag.module.css";

// All flags' addresses are 16 KB, and the table or page need not wait for them.
export const Flag = lazyPart(
  () => import("./flag-picture"),
  "FlagPicture",
  ({ flag }) => (flag ? <span className={classes.flag} /> : null),
);
