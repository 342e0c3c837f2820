/** What of the estate's address belongs to the board alone: which building, what is looked for, and whether it fills the window. */
export const boardParams = ["building", "status", "layout", "max", "mine", "full"] as const;
