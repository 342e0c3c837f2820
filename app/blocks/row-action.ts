/** An act on one record, or a link to another screen. */
export interface RowAction {
  label: string;
  to?: string;
  onSelect?: () => void;
  isDanger?: boolean;
  /** Separate from the others: only in the menu, after a line. */
  isApart?: boolean;
  /** The main act that this record waits for, outside a table. */
  isPrimary?: boolean;
  /** Why it is disabled now; it is still shown. */
  blocked?: string | undefined;
  /**
   * Opens the record: pressing the row does it as well. A `name` is pressed in the row instead and has no button at its end; `row` keeps
   * the button there, since it does more than show.
   */
  opens?: "name" | "row";
  /** The key that does it for the present row of a list, or for the record of a page or drawer. */
  shortcut?: string;
}

/** The theme's readable red. */
export const danger = "var(--mantine-color-error)";
