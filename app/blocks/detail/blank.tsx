import classes from "./blank.module.css";

/** An empty value in a row: a faint mark, so that the other values catch the eye. For a screen reader the cell is empty. */
export const Blank = () => <span className={classes.blank} />;

export const shownOf = <Shown,>(shown: Shown) => (shown === "–" ? <Blank /> : shown);
