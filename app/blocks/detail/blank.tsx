import classes from "./blank.module.css";

/** An empty value among others that stand in a row: a mark so faint that what is there is what one sees. It is drawn by the style sheet; to a screen reader the cell is empty. */
export const Blank = () => <span className={classes.blank} />;

/** What a column shows: its dash is the faint one. */
export const shownOf = <Shown,>(shown: Shown) => (shown === "–" ? <Blank /> : shown);
