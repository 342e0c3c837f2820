/** Something one may do with one record: an act, or a way to another screen. */
export interface RowAction {
  label: string;
  to?: string;
  onSelect?: () => void;
  isDanger?: boolean;
  /** Far from the others: never beside them, and in the menu behind a line. */
  isApart?: boolean;
  /** The one that this record waits for, where it stands apart from a table. */
  isPrimary?: boolean;
  /** Why it cannot be done now: it is shown, and says so. */
  blocked?: string | undefined;
  /**
   * Opens the record: pressing the row does it as well. A `name` is pressed in the row instead and has no act at its end; `row` keeps
   * the act there, for it does more than to show.
   */
  opens?: "name" | "row";
  /** The key that does it with the present row of a list, or with the record of a page or drawer. */
  shortcut?: string;
}

/** The theme's readable red. */
export const danger = "var(--mantine-color-error)";
