import { lazyPart } from "~/app/blocks/lazy-part";
import classes from "./flag.module.css";

// The addresses of all flags are 16 KB, of which the table or page beside the flag need not wait.
export const Flag = lazyPart(
  () => import("./flag-picture"),
  "FlagPicture",
  ({ flag }) => (flag ? <span className={classes.flag} /> : null),
);
