/** The most days that a link to a client may be open. */
export const longestShare = 365;
