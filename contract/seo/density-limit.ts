/** Percentage of a text's words above which search engines take it for a text written for them. */
export const densityLimit = 5;
